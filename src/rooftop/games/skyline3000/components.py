"""The components of Skyline 3000."""

from typing import Literal, get_args

import numpy as np

from rooftop.core.game import SeatColour

# S3-1: nine blocks, three in each district.
District = Literal["red", "yellow", "blue"]
DISTRICTS: tuple[District, ...] = get_args(District)
BLOCKS = ("R1", "R2", "R3", "Y1", "Y2", "Y3", "B1", "B2", "B3")
SMALL = np.array([8, 7, 6, 8, 6, 7, 8, 7, 6])  # small foundations
PRINTED = np.array([0, 0, 1, 0, 2, 0, 0, 0, 1])  # green spaces
MOST_SMALL = 8

# S3-2: the cards by kind. Equal cards share an index in the list.
FLOOR, ROOF, CONTRACT = 0, 1, 2
Kind = Literal["floor", "roof", "contract"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CARDS = (
    *(f"floor {number}" for number in range(1, 9)),
    *(f"roof {number}" for number in range(1, 8)),
    *(f"{district} {number}" for district in DISTRICTS for number in range(1, 9)),
)
FIRST_CARD = np.array([0, 8, 15, 39])  # offset of each kind in the list, and the end of the list
COPIES = np.array([3] * 8 + [2] * 7 + [1] * 24)
NUMBER = np.array([int(card.split()[1]) for card in CARDS])
KIND = np.array([FLOOR] * 8 + [ROOF] * 7 + [CONTRACT] * 24)
DISTRICT = np.array([-1] * 15 + [0] * 8 + [1] * 8 + [2] * 8)  # of a contract
FIRST_PLACE = np.array([0, 24, 38, 62])  # offset of each kind's stack in `State.stack`, and its end

# S3-3
FLOORS, ROOFS, BILLBOARDS = 90, 5, 5
BARREL, GABLE = 0, 1
Shape = Literal["barrel", "gable"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
COLOURS: tuple[SeatColour, ...] = ("orange", "purple", "green", "white")

# S3-10: cards of each kind dealt to everybody.
DEALT = np.array([2, 2, 4])

# S3-11
POINTS = 5
FIRST_BUILDINGS = (1, 2)  # floors, with each shape of roof

# S3-12: what each stack of the auction house sells in each round.
GREEN_SPACE, SPACEPORT, MEGAMALL = 0, 1, 2
Large = Literal["spaceport", "megamall"]
Amenity = Literal["green space", Large]
AMENITIES: tuple[Amenity, ...] = get_args(Amenity)
LARGE: tuple[Large, ...] = get_args(Large)
ROUNDS, AUCTIONS = 4, 3
SOLD = np.array([[GREEN_SPACE] * 4, [GREEN_SPACE] * 4, [SPACEPORT, SPACEPORT, MEGAMALL, MEGAMALL]])

# S3-20: upper bound on the floors of a player, so on the height of a building.
HIGHEST = 60

# S3-50, S3-51: cards drawn, and more of them for the first and second place at a spaceport.
DRAWS = 6
SPACEPORT_DRAWS = np.array([0, 2, 1])
