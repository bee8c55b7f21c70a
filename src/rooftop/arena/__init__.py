"""Bots against bots: who is better, by how much, and how sure is that."""
