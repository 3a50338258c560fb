"""The page: judge a hand, arrange one, look words up, play. It runs in a browser, from this machine or a static host.

The way of a click from the finger to a kernel, and the one question that each module answers:

    static/js/look/…       Which letters did the player choose, and what is asked about them? (other rooms likewise)
    static/js/address.js   Which address keeps what was entered?
    static/js/engine.js    Where is the engine: in a server, or in the page?
  in the server
    connections            Which connection gives its place to another, and when does a half open one end?
    app                    May the page that asks do so, and which question is it? Do further parts follow?
    helpers                Which of the two processes answers, and does it answer in time? What does it run?
  in the exported page
    static/js/early.js     Can the page answer this itself, with what `early` wrote, before Python has come?
    offline/worker.js      Has Python been loaded, and which question is next?
    inpage                 Which part of the answer is next?
  in both
    routes                 Which questions are there, with which parameters? Which take long, and what follows?
    parameters             Which values were given, and are they allowed? If not, how is the error told?
    answers                What is the answer, as plain values? `lists`: which keys and waits does a list have?
    engine, yaku           How far is a hand, and what is a win worth? `engine.kernels`: the first of these, compiled
    learn, game            What is dealt, and what helps? `game.remote`, `game.review`: how did a game go?

The values go back the same way. They become JSON where they leave Python's side: in `helpers`, or in `inpage`. `serve`
finds a port and starts the server; `export` writes the page as a folder, with the Python that `archive` packs;
`pagefiles` says where the files of the page are.
"""
