from kanamj.cli import main

main()
