"""`steady`."""
from redball.bots.random_play import RandomBot


class SteadyBot(RandomBot):
    name = "steady"
