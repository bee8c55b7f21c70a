/* The limit: random games of Skyliners, the same algorithm as src/rooftop/games/skyliners/rules.py and
 * src/rooftop/core/playout.py, written in C. The same dice give the same games, so the totals printed must agree
 * with the compiled Python's: this is the same work, and a second opinion on the rules.
 *
 * usage: limit players variant games dice0 dice1 dice2 dice3
 * prints: decisions points0..3 wins0..3 seconds
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FULL, INTRO };
enum { FLOOR, ROOF, PARK };
enum { NONE = -1, NEUTRAL = 4, CENTRE = 12, HIGHEST = 55, MOST_PLANS = 20, SEGMENTS = 4 };
enum { PLAN = 75, PASS = 95, MOVES = 96, ANTENNAS = 10, TALLEST = 3, WIN = 12 };

static const int8_t FLOORS[] = {0, 0, 16, 14, 12}, NEUTRAL_FLOORS[] = {0, 0, 12, 9, 6}, ROUNDS[] = {0, 0, 10, 9, 8};
static int8_t SITE[4][5][5], SET_UP_ROW[16], SET_UP_POSITION[16];
static int8_t IN_DISTRICT[4][25];

typedef struct {
    int8_t player, players, variant, first, round_number, action, built;
    int8_t height[25], owner[25][HIGHEST], supply[4][3], cards[4][5];
    int8_t plans, plan_seat[MOST_PLANS], plan_row[MOST_PLANS], planned[MOST_PLANS], district[4], set_up[12];
} State;

typedef struct {
    int8_t seat, row, planned, seen, points, beyond;
    int32_t antennas;
} Line;

static void tables(void) {
    for (int r = 0; r < 5; r++)
        for (int p = 0; p < 5; p++) {
            SITE[0][r][p] = r + 5 * p;
            SITE[1][r][p] = p + 5 * (4 - r);
            SITE[2][r][p] = (4 - r) + 5 * (4 - p);
            SITE[3][r][p] = (4 - p) + 5 * r;
        }
    static const int8_t four[] = {0, 1, 3, 4};
    for (int n = 0; n < 16; n++) SET_UP_ROW[n] = four[n / 4], SET_UP_POSITION[n] = four[n % 4];
    for (int s = 0; s < 25; s++) {
        int column = s % 5, line = s / 5;
        IN_DISTRICT[0][s] = column <= 2 && line >= 2;
        IN_DISTRICT[1][s] = column >= 2 && line >= 2;
        IN_DISTRICT[2][s] = column <= 2 && line <= 2;
        IN_DISTRICT[3][s] = column >= 2 && line <= 2;
    }
}

static int64_t next_word(int64_t *dice) {
    const int64_t word = 0xFFFFFFFF;
    int64_t a = dice[0], b = dice[1], c = dice[2], d = dice[3];
    int64_t total = (a + d) & word;
    int64_t result = (((total << 7) & word) | (total >> 25)) + a;
    c ^= a;
    d ^= b;
    dice[1] = b ^ c;
    dice[0] = a ^ d;
    dice[2] = c ^ ((b << 9) & word);
    dice[3] = ((d << 11) & word) | (d >> 21);
    return result & word;
}

static int roll(int64_t *dice, int64_t sides) {
    int64_t product = next_word(dice) * sides;
    if ((product & 0xFFFFFFFF) < sides) {
        int64_t remainder = 0x100000000 % sides;
        while ((product & 0xFFFFFFFF) < remainder) product = next_word(dice) * sides;
    }
    return (int)(product >> 32);
}

static void shuffle(int8_t *items, int count, int64_t *dice) {
    for (int last = count - 1; last > 0; last--) {
        int other = roll(dice, last + 1);
        int8_t item = items[last];
        items[last] = items[other];
        items[other] = item;
    }
}

static void put(State *s, int owner, int piece, int site) {
    s->owner[site][(s->height[site] + 1) / 2] = owner;
    s->height[site] += piece == FLOOR ? 2 : 1;
}

static void start(State *s, int players, int variant, int64_t *dice) {
    s->players = players, s->variant = variant;
    s->round_number = 1, s->action = 1, s->built = NONE;
    memset(s->height, 0, sizeof s->height);
    memset(s->owner, NONE, sizeof s->owner);
    put(s, NEUTRAL, PARK, CENTRE);
    memset(s->supply, 0, sizeof s->supply);
    memset(s->cards, 0, sizeof s->cards);
    for (int seat = 0; seat < players; seat++) {
        s->supply[seat][FLOOR] = FLOORS[players], s->supply[seat][ROOF] = 2, s->supply[seat][PARK] = 1;
        if (variant == FULL) memset(s->cards[seat], 1, 5);
    }
    s->plans = 0;
    memset(s->plan_seat, NONE, MOST_PLANS);
    memset(s->plan_row, NONE, MOST_PLANS);
    memset(s->planned, 0, MOST_PLANS);
    for (int seat = 0; seat < 4; seat++) s->district[seat] = seat;
    memset(s->set_up, NONE, 12);
    s->player = s->first = roll(dice, players);
    shuffle(s->district, 4, dice);
    int8_t cards[16];
    for (int n = 0; n < 16; n++) cards[n] = n;
    shuffle(cards, 16, dice);
    for (int n = 0; n < NEUTRAL_FLOORS[players]; n++) {
        int seat = (s->first + n) % players, card = cards[n];
        s->set_up[n] = card;
        put(s, NEUTRAL, FLOOR, SITE[seat][SET_UP_ROW[card]][SET_UP_POSITION[card]]);
    }
}

static int takes(const State *s, int piece, int site) {
    if (site == s->built) return 0;
    if (piece == FLOOR) return s->height[site] % 2 == 0;
    if (piece == ROOF) return s->height[site] % 2 == 0 && s->height[site] > 0;
    return s->height[site] == 0;
}

static int legal(const State *s, int32_t *moves) {
    int n = 0;
    for (int piece = FLOOR; piece <= PARK; piece++)
        if (s->supply[s->player][piece] > 0)
            for (int site = 0; site < 25; site++)
                moves[n] = piece * 25 + site, n += takes(s, piece, site);
    if (s->variant == FULL && s->action == 2)
        for (int row = 0; row < 5; row++)
            if (s->cards[s->player][row])
                for (int planned = 0; planned < SEGMENTS; planned++) moves[n++] = PLAN + row * SEGMENTS + planned;
    if (n == 0) moves[n++] = PASS;
    return n;
}

static int is_last_round(const State *s) {
    if (s->variant == INTRO) return s->round_number == ROUNDS[s->players];
    for (int seat = 0; seat < s->players; seat++)
        if (s->supply[seat][FLOOR] == 0) return 1;
    return 0;
}

static void apply(State *s, int move) {
    if (move < PLAN) {
        put(s, s->player, move / 25, move % 25);
        s->supply[s->player][move / 25]--;
        s->built = move % 25;
    } else if (move < PASS) {
        int n = s->plans++, row = (move - PLAN) / SEGMENTS;
        s->plan_seat[n] = s->player, s->plan_row[n] = row, s->planned[n] = (move - PLAN) % SEGMENTS + 1;
        s->cards[s->player][row] = 0;
    }
    if (s->action == 1 && !(s->variant == INTRO && is_last_round(s))) {
        s->action = 2;
        return;
    }
    s->action = 1, s->built = NONE;
    int following = (s->player + 1) % s->players;
    if (following != s->first)
        s->player = following;
    else if (is_last_round(s))
        s->player = NONE;
    else
        s->player = following, s->round_number++;
}

static int objects_seen(const State *s, int seat, int row) {
    int seen = 0, highest = 0;
    for (int position = 0; position < 5; position++) {
        int height = s->height[SITE[seat][row][position]];
        if (height > highest) seen++, highest = height;
    }
    return seen;
}

static void place_antennas(const State *s, Line *line, int taken, int32_t *antennas) {
    int highest = 0;
    for (int position = 0; position < 5; position++) {
        int site = SITE[line->seat][line->row][position], height = s->height[site];
        if (height > highest) {
            highest = height;
            if (!(taken >> site & 1)) {
                if (antennas[line->seat] < ANTENNAS)
                    antennas[line->seat]++, line->antennas |= 1 << site;
                else
                    line->beyond++;
            }
        }
    }
}

static int score_rows(const State *s, Line *lines, int32_t *antennas) {
    int taken = 0, count = s->variant == INTRO ? 5 * s->players : s->plans;
    for (int n = 0; n < count; n++) {
        Line *line = &lines[n];
        if (s->variant == INTRO)
            line->seat = (s->first + n) % s->players, line->row = n / s->players;
        else
            line->seat = s->plan_seat[n], line->row = s->plan_row[n], line->planned = s->planned[n];
        line->seen = objects_seen(s, line->seat, line->row);
        if (line->planned == 0 || (line->seen < SEGMENTS ? line->seen : SEGMENTS) == line->planned) {
            line->points = line->seen;
            place_antennas(s, line, taken, antennas);
            taken |= line->antennas;
        }
    }
    return count;
}

static void final_scoring(const State *s, int32_t *points, int32_t *antennas) {
    Line lines[MOST_PLANS];
    memset(lines, 0, sizeof lines);
    memset(points, 0, 4 * sizeof *points);
    memset(antennas, 0, 4 * sizeof *antennas);
    int count = score_rows(s, lines, antennas), tallest = 0;
    for (int n = 0; n < count; n++) points[lines[n].seat] += lines[n].points + lines[n].beyond;
    for (int site = 0; site < 25; site++)
        if (s->height[site] > tallest) tallest = s->height[site];
    for (int seat = 0; seat < s->players; seat++) {
        points[seat] += antennas[seat];
        for (int site = 0; site < 25; site++)
            if (s->height[site] == tallest && IN_DISTRICT[s->district[seat]][site]) {
                points[seat] += TALLEST;
                break;
            }
    }
}

int main(int argc, char **argv) {
    if (argc != 8) return 2;
    int players = atoi(argv[1]), variant = atoi(argv[2]), games = atoi(argv[3]);
    int64_t dice[4], decisions = 0, points[4] = {0}, wins[4] = {0};
    for (int n = 0; n < 4; n++) dice[n] = atoll(argv[4 + n]);
    tables();
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    static State state;
    static int32_t moves[MOVES];
    for (int game = 0; game < games; game++) {
        start(&state, players, variant, dice);
        while (state.player >= 0) {
            int n = legal(&state, moves);
            apply(&state, moves[roll(dice, n)]);
            decisions++;
        }
        int32_t own[4], antennas[4];
        final_scoring(&state, own, antennas);
        for (int seat = 0; seat < players; seat++) points[seat] += own[seat];
        final_scoring(&state, own, antennas);
        int places[4], winners = 0;
        for (int seat = 0; seat < players; seat++) {
            places[seat] = 1;
            for (int other = 0; other < players; other++)
                places[seat] += own[other] > own[seat] || (own[other] == own[seat] && antennas[other] > antennas[seat]);
            winners += places[seat] == 1;
        }
        for (int seat = 0; seat < players; seat++)
            if (places[seat] == 1) wins[seat] += WIN / winners;
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%lld", (long long)decisions);
    for (int seat = 0; seat < 4; seat++) printf(" %lld", (long long)points[seat]);
    for (int seat = 0; seat < 4; seat++) printf(" %lld", (long long)wins[seat]);
    printf(" %.6f\n", (ended.tv_sec - began.tv_sec) + (ended.tv_nsec - began.tv_nsec) / 1e9);
    return 0;
}
