"""Measures whole processes. Python 3.9 or newer, standard library only."""
