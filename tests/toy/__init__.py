"""A third game, for tests only: a dice race on six cells. It shows that the registries are all a game needs."""
