"""The page: judge a hand, arrange one, look words up, play. It runs in a browser, from this machine or a static host.

`questions` reads and checks the parameters of a question, `answers` answers it in plain Python, `app` serves the
answers and the files in `static/`, and `export` writes the same page as a folder in which Pyodide runs `answers`.
"""
