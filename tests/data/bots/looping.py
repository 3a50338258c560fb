"""An agent that never answers."""


class Loops:
    def choose(self, *_: object) -> None:
        print("asked", flush=True)
        while True:
            pass
