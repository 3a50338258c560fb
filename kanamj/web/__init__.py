"""The page: judge a hand, arrange one, look words up, play. It runs in a browser, from this machine or a static host.

`questions` says what may be asked, `answers` answers it in plain Python, `app` serves both with the files in `static/`,
`export` writes the same page as a folder in which Pyodide runs `answers`.
"""
