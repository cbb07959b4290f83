"""Players that are programs. Each gets a view, never the real state, and repeats itself for the same seed."""

from interpreter.agents.base import Agent
from interpreter.agents.greedy import GreedyAgent
from interpreter.agents.make import AGENTS, make_agent
from interpreter.agents.random import RandomAgent

__all__ = ["AGENTS", "Agent", "GreedyAgent", "RandomAgent", "make_agent"]
