"""Players that are programs. Each gets a view, never the real state, and repeats itself for the same seed."""

from interpreter.agents.base import Agent
from interpreter.agents.greedy import GreedyAgent
from interpreter.agents.heuristic import HeuristicAgent, Weights, read_weights
from interpreter.agents.make import AGENTS, FORMS, make_agent
from interpreter.agents.mcts import MctsAgent
from interpreter.agents.places import places
from interpreter.agents.random import RandomAgent
from interpreter.agents.seeds import derived_seed

__all__ = [
    "AGENTS",
    "FORMS",
    "Agent",
    "GreedyAgent",
    "HeuristicAgent",
    "MctsAgent",
    "RandomAgent",
    "Weights",
    "derived_seed",
    "make_agent",
    "places",
    "read_weights",
]
