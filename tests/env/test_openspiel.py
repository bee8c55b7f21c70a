"""The games in OpenSpiel: OpenSpiel's own tests, and what they do not cover."""

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.env.openspiel import Node
from tables import every_table, some
from twins import Dealer, Sorter, dealt

every_game = pytest.mark.parametrize("game", games())


def load(game: str, players: int = 2, **params: Any) -> Any:
    return pyspiel.load_game(f"rooftop_{game.replace('-', '_')}", {"players": players, **params})


def advance(state: Any, chooser: random.Random) -> None:
    if state.is_chance_node():
        state.apply_action(chooser.choice(state.chance_outcomes())[0])
    else:
        state.apply_action(chooser.choice(state.legal_actions()))


def states(game: Any, seed: int, every: int = 1) -> Iterator[Any]:
    """Yield the first decision node of a random game, one in `every` of the others, and its end."""
    chooser, state, first = random.Random(seed), game.new_initial_state(), True
    while not state.is_terminal():
        if not state.is_chance_node() and (chooser.randrange(every) == 0 or first):
            yield state
            first = False
        advance(state, chooser)
    yield state


@every_table
def test_random_simulations_of_openspiel(game: str, variant: str, players: int) -> None:
    """OpenSpiel's C++ test: utilities, lengths, legal actions and masks, clones, tensors and strings at every step."""
    pyspiel.random_sim_test(load(game, players, variant=variant), num_sims=1, serialize=False, verbose=False)


@every_game
def test_simulation_with_serialization(game: str) -> None:
    """OpenSpiel's Python simulation test, with every way to serialize a game and a state."""
    games_sim_test.GamesSimTest().sim_game(load(game, some(game)))


@every_game
def test_api_of_openspiel(game: str) -> None:
    """OpenSpiel's API test, on states sampled from the game tree."""
    base = api_test.EnforceAPIOnPartialTreeBase
    case: Any = type("Case", (base,), {"game": load(game, max(find_game(game).players)), "game_name": game})
    random.seed(1)
    case.setUpClass()
    names = [name for name in dir(base) if name.startswith("test_")]
    assert names
    for name in names:
        getattr(case(name), name)()


@every_table
def test_a_game_in_openspiel_is_a_match(game: str, variant: str, players: int) -> None:
    for state in states(load(game, players, variant=variant), 1, every=8):
        table = {"game": game, "variant": variant, "players": players}
        position = table | find_game(game).positions.write(state.node.state)
        match = Match.from_position(position, seed=1)
        assert state.legal_actions() == [move.id for move in match.moves()]
        if match.over:
            shares = [(seat in match.winners) / len(match.winners) for seat in range(players)]
            assert state.returns() == pytest.approx(shares)
        else:
            assert state.current_player() == match.player
            assert state.action_to_string(state.legal_actions()[0]) == match.moves()[0].text


@pytest.mark.parametrize("reward", ["points", "place"])
@every_game
def test_other_rewards(game: str, reward: str) -> None:
    *_, state = states(load(game, some(game), reward=reward), 2)
    position = find_game(game).positions.write(state.node.state)
    match = Match.from_position({"game": game, "players": some(game)} | position)
    if reward == "points":
        assert state.returns() == match.scores
    else:
        assert sum(state.returns()) == pytest.approx(state.get_game().utility_sum())
        assert np.argsort(state.returns()).tolist() == np.argsort([-place for place in match.places]).tolist()


def twin(state: Any, seat: int, dealer: Dealer, remembered: bool = False) -> Any:
    """The same history, with a current position sampled from the declared information set of the seat."""
    game, other = state.get_game(), state.clone()
    states = dealt(game.game, state.node.states, seat, dealer, remembered)
    other.node = Node(states, game.legal(states), state.node.before, state.node.chosen)
    return other


@every_table
def test_states_that_a_seat_cannot_tell_apart_look_the_same(game: str, variant: str, players: int) -> None:
    dealer = random.Random(3)
    for state in states(load(game, players, variant=variant), 3, every=12):
        for seat in range(players):
            other = twin(state, seat, dealer)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            for twins in (other, twin(state, seat, dealer, remembered=True)):
                assert twins.observation_string(seat) == state.observation_string(seat)
                assert twins.information_state_tensor(seat) == state.information_state_tensor(seat)
                if state.current_player() == seat:
                    assert twins.legal_actions() == state.legal_actions()


@every_table
def test_resampled_states_are_of_the_same_information_set(game: str, variant: str, players: int) -> None:
    sampler, different = pyspiel.UniformProbabilitySampler(0.0, 1.0), False
    for state in states(load(game, players, variant=variant), 3, every=12):
        for seat in range(players):
            sample = state.resample_from_infostate(seat, sampler)
            different |= str(sample) != str(state)
            assert str(twin(sample, seat, Sorter())) == str(twin(state, seat, Sorter()))
            assert sample.information_state_string(seat) == state.information_state_string(seat)
            assert sample.legal_actions() == sample.get_game().legal(sample.node.states)
    assert different


@every_game
def test_a_memory_depends_on_nothing_that_the_seat_cannot_know(game: str) -> None:
    """After the same action in a state and its twin, equal observations imply equal information states."""
    chooser, compared = random.Random(5), 0
    for state in states(load(game, 3), 4, every=6):
        if state.is_terminal():
            break
        seat = (state.current_player() + 1) % 3
        other, here = twin(state, seat, chooser), state.clone()
        action = chooser.choice(state.legal_actions())
        if action in other.legal_actions():
            here.apply_action(action)
            other.apply_action(action)
            same = here.observation_string(seat) == other.observation_string(seat)
            assert not same or here.information_state_string(seat) == other.information_state_string(seat)
            compared += same
    assert compared


def test_a_hidden_bid_is_not_even_noticed() -> None:
    """In Skyline 3000, the number of cards that a player lays is secret, and so is the number of decisions."""
    state = next(
        s
        for s in states(load("skyline3000"), 6)
        if len(s.legal_actions()) > 3 and "stop" in s.action_to_string(s.legal_actions()[-1])
    )
    bidder = state.current_player()
    before = state.information_state_string(1 - bidder), state.information_state_string(bidder)
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == bidder
    assert state.information_state_string(1 - bidder) == before[0]
    assert state.information_state_string(bidder) != before[1]


def test_memories_tell_orders_apart() -> None:
    """Perfect recall: two histories of the same table share the observation but not the information state."""
    reached = []
    for moves in (("floor a1", "floor b1"), ("floor b1", "floor a1")):
        state = load("skyliners", variant="intro").new_initial_state()
        while state.is_chance_node():
            state.apply_action(7)
        for move in moves:
            state.apply_action(state.string_to_action(move))
        reached.append(state)
    for seat in range(2):
        assert len({state.observation_string(seat) for state in reached}) == 1
        assert len({state.information_state_string(seat) for state in reached}) == 2


@every_game
def test_saved_in_the_middle_of_a_game(game: str) -> None:
    for state in states(load(game), 8, every=40):
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state)
        assert again.information_state_string(0) == state.information_state_string(0)


def test_information_set_search_of_openspiel_plays() -> None:
    game = load("skyliners")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=np.random.RandomState(2))
    for state in states(game, 9, every=20):
        if not state.is_terminal():
            assert bot.step(state) in state.legal_actions()
