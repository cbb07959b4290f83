"""Players that are programs. Each gets a view, never the real state, and repeats itself for the same seed."""

from interpreter.agents.base import Agent, Maker
from interpreter.agents.greedy import GreedyAgent
from interpreter.agents.heuristic import HeuristicAgent, Weights, read_weights
from interpreter.agents.make import AGENTS, FORMS, agent_maker, make_agent
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
    "Maker",
    "MctsAgent",
    "RandomAgent",
    "Weights",
    "agent_maker",
    "derived_seed",
    "make_agent",
    "places",
    "read_weights",
]
