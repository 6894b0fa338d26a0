"""Policies: players without search, learnt by playing themselves."""
