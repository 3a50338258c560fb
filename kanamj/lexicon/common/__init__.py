"""How the shipped list is made. Nobody who uses the package imports this."""
