/* Rosenkönig for two as one would write it by hand for speed in C: what the native engine is measured against.
 *
 * No rules as data: a board of bytes, hands of at most five, moves written without branches where a branch could not
 * be foreseen. Fields are 0 to 80, row by row; card 3d+s-1 goes s steps in direction d. A move is 0-23 for a card,
 * 24-47 for a card with a hero, 48 to draw, 49 to pass.
 */

#include <stdint.h>
#include <string.h>

enum { SIZE = 9, FIELDS = SIZE * SIZE, OFF_BOARD = FIELDS, CARDS = 24, STONES = 52, HEROES = 4, HAND = 5 };
enum { EMPTY, RED, WHITE, BEYOND, NOTHING = 7 };
enum { DRAW = 48, PASS = 49 };

static uint8_t targets[FIELDS][CARDS];
static uint8_t neighbours[FIELDS][4];

typedef struct {
    uint64_t state;
} Generator;

typedef struct {
    uint8_t board[FIELDS + 1];
    uint8_t hands[3][HAND + 1], pile[CARDS], discards[CARDS];
    int32_t held[3], heroes[3];
    int32_t left, thrown, crown, stones, me;
} Match;

static uint32_t draw(Generator *g, uint32_t bound) {
    uint64_t old = g->state;
    g->state = old * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    uint32_t bits = (mixed >> turn) | (mixed << (-turn & 31));
    return (uint32_t)((uint64_t)bits * bound >> 32);
}

static int field(int row, int column) {
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE ? row * SIZE + column : OFF_BOARD;
}

void prepare(void) {
    static const int down[8] = {-1, -1, 0, 1, 1, 1, 0, -1}, right[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    for (int at = 0; at < FIELDS; at++) {
        for (int d = 0; d < 8; d++) {
            for (int s = 1; s <= 3; s++) {
                targets[at][3 * d + s - 1] = (uint8_t)field(at / SIZE + s * down[d], at % SIZE + s * right[d]);
            }
        }
        for (int d = 0; d < 8; d += 2) neighbours[at][d / 2] = (uint8_t)field(at / SIZE + down[d], at % SIZE + right[d]);
    }
}

/* The pile is kept unordered and drawn from at random, which is the same as shuffling it. */
static int from_pile(Match *m, Generator *g) {
    uint32_t at = draw(g, (uint32_t)m->left);
    int card = m->pile[at];
    m->pile[at] = m->pile[--m->left];
    return card;
}

static void deal(Match *m, Generator *g) {
    memset(m->board, EMPTY, FIELDS);
    m->board[OFF_BOARD] = BEYOND;
    for (int card = 0; card < CARDS; card++) m->pile[card] = (uint8_t)card;
    m->left = CARDS;
    m->thrown = 0;
    m->crown = FIELDS / 2;
    m->stones = STONES;
    m->me = RED;
    for (int who = RED; who <= WHITE; who++) {
        m->heroes[who] = HEROES;
        m->held[who] = HAND;
        for (int i = 0; i < HAND; i++) m->hands[who][i] = (uint8_t)from_pile(m, g);
    }
}

static int can_act(const Match *m, int who) {
    if (m->held[who] < HAND) return 1;
    const uint8_t *to = targets[m->crown], *hand = m->hands[who];
    int enemy = m->heroes[who] ? RED + WHITE - who : NOTHING, found = 0;
    for (int i = 0; i < m->held[who]; i++) {
        int stone = m->board[to[hand[i]]];
        found |= (stone == EMPTY) | (stone == enemy);
    }
    return found;
}

/* What the player to move may do; nothing when the match is over. */
static int legal_moves(const Match *m, uint8_t *moves) {
    if (m->stones == 0) return 0;
    int me = m->me, n = 0, held = m->held[me];
    const uint8_t *to = targets[m->crown], *hand = m->hands[me];
    int enemy = m->heroes[me] ? RED + WHITE - me : NOTHING;
    for (int i = 0; i < held; i++) {
        int stone = m->board[to[hand[i]]];
        moves[n] = (uint8_t)(hand[i] + (stone == EMPTY ? 0 : CARDS));
        n += (stone == EMPTY) | (stone == enemy);
    }
    if (held < HAND) {
        moves[n++] = DRAW;
    } else if (n == 0 && can_act(m, RED + WHITE - me)) {
        moves[n++] = PASS;
    }
    return n;
}

static void apply(Match *m, Generator *g, int move) {
    int me = m->me;
    if (move < DRAW) {
        int hero = move >= CARDS, card = move - (hero ? CARDS : 0);
        uint8_t *hand = m->hands[me];
        int last = --m->held[me], at = 0;
        while (hand[at] != card) at++;
        hand[at] = hand[last];
        m->discards[m->thrown++] = (uint8_t)card;
        m->crown = targets[m->crown][card];
        m->board[m->crown] = (uint8_t)me;
        m->heroes[me] -= hero;
        m->stones -= !hero;
    } else if (move == DRAW) {
        m->hands[me][m->held[me]++] = (uint8_t)from_pile(m, g);
        if (m->left == 0) {
            memcpy(m->pile, m->discards, (size_t)m->thrown);
            m->left = m->thrown;
            m->thrown = 0;
        }
    }
    m->me = RED + WHITE - me;
}

/* Each colour's points: the squares of its groups' sizes, summed. */
static void score(Match *m, int64_t points[3]) {
    uint8_t *board = m->board;
    points[RED] = points[WHITE] = 0;
    for (int start = 0; start < FIELDS; start++) {
        int colour = board[start];
        if (colour == EMPTY) continue;
        uint8_t group[FIELDS + 4];
        int next = 0, end = 1;
        group[0] = (uint8_t)start;
        board[start] = EMPTY;
        while (next < end) {
            const uint8_t *near = neighbours[group[next++]];
            for (int i = 0; i < 4; i++) {
                int same = board[near[i]] == colour;
                group[end] = near[i];
                end += same;
                board[near[i]] = same ? EMPTY : board[near[i]];
            }
        }
        points[colour] += (int64_t)end * end;
    }
}

/* Plays matches with uniformly random moves; `totals` gets the sums of decisions and of each colour's points. */
void play(int64_t matches, uint64_t seed, int64_t totals[3]) {
    Generator g = {seed};
    Match m;
    uint8_t moves[HAND + 2];
    int64_t points[3];
    memset(totals, 0, 3 * sizeof *totals);
    for (int64_t i = 0; i < matches; i++) {
        deal(&m, &g);
        for (int n; (n = legal_moves(&m, moves)) > 0; totals[0]++) apply(&m, &g, moves[draw(&g, (uint32_t)n)]);
        score(&m, points);
        totals[1] += points[RED];
        totals[2] += points[WHITE];
    }
}
