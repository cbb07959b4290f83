
/* ---- what a random player draws: the Mersenne Twister, seeded and read as Python's `random.Random` does ---- */

enum { WORDS = 624, AHEAD = 397 };

typedef struct {
    uint32_t words[WORDS];
    int32_t at;
    int64_t drawn;  /* words so far */
} Twister;

static void seed_twister(Twister *t, const uint32_t *key, int32_t length) {
    uint32_t *w = t->words;
    w[0] = 19650218;
    for (uint32_t i = 1; i < WORDS; i++) w[i] = 1812433253 * (w[i - 1] ^ (w[i - 1] >> 30)) + i;
    uint32_t i = 1;
    int32_t j = 0;
    for (int32_t k = WORDS > length ? WORDS : length; k > 0; k--) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1664525)) + key[j] + (uint32_t)j;
        if (++i >= WORDS) {
            w[0] = w[WORDS - 1];
            i = 1;
        }
        if (++j >= length) j = 0;
    }
    for (int32_t k = WORDS - 1; k > 0; k--) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1566083941)) - i;
        if (++i >= WORDS) {
            w[0] = w[WORDS - 1];
            i = 1;
        }
    }
    w[0] = UINT32_C(0x80000000);
    t->at = 0;
    t->drawn = 0;
}

static void seed_twister_by(Twister *t, uint64_t seed) {
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    seed_twister(t, key, key[1] ? 2 : 1);
}

/* Each word is renewed when its turn comes, so that a short match does not pay for all of them. */
static inline uint32_t draw_word(Twister *t) {
    uint32_t *w = t->words;
    int32_t at = t->at, next = at + 1 < WORDS ? at + 1 : 0, ahead = at < WORDS - AHEAD ? at + AHEAD : at - WORDS + AHEAD;
    uint32_t y = (w[at] & UINT32_C(0x80000000)) | (w[next] & UINT32_C(0x7fffffff));
    y = w[ahead] ^ (y >> 1) ^ (-(y & 1) & UINT32_C(0x9908b0df));
    w[at] = y;
    t->at = next;
    t->drawn += 1;
    y ^= y >> 11;
    y ^= (y << 7) & UINT32_C(0x9d2c5680);
    y ^= (y << 15) & UINT32_C(0xefc60000);
    return y ^ (y >> 18);
}

static inline uint64_t draw_seed(Twister *t) {
    uint64_t low = draw_word(t);
    return low | (uint64_t)draw_word(t) << 32;
}

/* ---- play ---- */

#if defined KAMON_DEBUG || defined KAMON_MAIN
#include <stdio.h>
#include <stdlib.h>
#endif

/* In a debug build, ends the process where a slot holds what it may not. */
static inline void check_slots(Match *m) {
#ifdef KAMON_DEBUG
    for (int32_t i = 0; i < SLOTS; i++) {
        if (S[i] >= bounds[i].low && S[i] <= bounds[i].high) continue;
        fprintf(stderr, "slot %d holds %lld\n", i, (long long)S[i]);
        abort();
    }
#else
    (void)m;
#endif
}

static void start(Match *m, uint64_t seed) {
    memcpy(S, initial, sizeof initial);
    m->length = SLOTS;
    m->count = 0;
    seed_generator(m, seed);
}

static void begin(Match *m) {
    m->depth = 0;
    go_on(m, entry(m));
    check_slots(m);
}

static inline void choose(Match *m, int32_t code) {
    m->depth = 0;
    go_on(m, resume(m, code));
    check_slots(m);
}

/* Plays to the end at random. Returns the number of decisions. `whole`: a match from set-up on, all of which may take
 * so many rounds.
 */
static int64_t play_out(Match *m, Twister *t, int64_t limit, bool whole) {
    for (int64_t n = 0; n < limit; n++) {
        if (m->count == 0) return n;
        if (!whole) m->rounds = MOST_ROUNDS;
        choose(m, m->options[(uint64_t)(draw_word(t) >> 8) * (uint32_t)m->count >> 24]);
    }
    fault(m);
}

/* Whether an owner's rank is greater (1), less (-1) or the same (0): by points, then by what decides between equals. */
static int compared(Match *m, const number *points, int32_t one, int32_t other) {
    if (points[one] != points[other]) return points[one] > points[other] ? 1 : -1;
    number left[TIES + 1], right[TIES + 1];
    rank_ties(m, one, left);
    rank_ties(m, other, right);
    for (int32_t i = 0; i < TIES; i++) {
        if (left[i] != right[i]) return left[i] > right[i] ? 1 : -1;
    }
    return 0;
}

/* Writes the number of decisions, each owner's points, and a bit for each owner who won. */
static void sum_up(Match *m, int64_t decisions, int64_t *row) {
    number lines[OWNERS][LINES + 1], *points = row + 1;
    score(m, lines);
    row[0] = decisions;
    int32_t best = 0;
    uint64_t winners = 0;
    for (int32_t owner = 0; owner < OWNERS; owner++) {
        points[owner] = 0;
        for (int32_t line = 0; line < LINES; line++) points[owner] += lines[owner][line];
        int order = owner == 0 ? 1 : compared(m, points, owner, best);
        if (order > 0) {
            winners = 0;
            best = owner;
        }
        if (order >= 0) winners |= UINT64_C(1) << owner;
    }
    row[1 + OWNERS] = (int64_t)winners;
}

/* A whole match at random. Writes what `sum_up` does. */
static void play_match(Match *m, uint64_t seed, Twister *t, int64_t limit, int64_t *row) {
    start(m, seed);
    m->rounds = LONGER * MOST_ROUNDS;
    begin(m);
    sum_up(m, play_out(m, t, limit, true), row);
}

/* ---- entry points: each returns FINE, FAULTY or NO_OPTION; after a fault the match is of no use ---- */

#if defined _WIN32
#define ENTRY __declspec(dllexport)
#else
#define ENTRY __attribute__((visibility("default")))
#endif

#define GUARDED(m)              \
    jmp_buf escape;             \
    (m)->escape = &escape;      \
    if (setjmp(escape)) return FAULTY

ENTRY const int32_t kamon_shape[] = {
    SLOTS, CAPACITY, MOST_OPTIONS, OWNERS, LINES, sizeof(Match),
};

/* A match before set-up. */
ENTRY void kamon_new(Match *m, uint64_t seed) {
    start(m, seed);
}

/* Set-up, up to the first decision. */
ENTRY int kamon_begin(Match *m) {
    GUARDED(m);
    m->rounds = MOST_ROUNDS;
    begin(m);
    return FINE;
}

/* Goes on with option number `index`. */
ENTRY int kamon_choose(Match *m, int32_t index) {
    if (index < 0 || index >= m->count) return NO_OPTION;
    GUARDED(m);
    m->rounds = MOST_ROUNDS;
    choose(m, m->options[index]);
    return FINE;
}

/* Finds the pending decision's options from the slots alone. */
ENTRY int kamon_options(Match *m) {
    GUARDED(m);
    m->depth = 0;
    find_options(m);
    return FINE;
}

/* The points of each owner's score lines. */
ENTRY int kamon_scores(Match *m, number *points) {
    GUARDED(m);
    m->depth = 0;
    number found[OWNERS][LINES + 1];
    score(m, found);
    for (int32_t owner = 0; owner < OWNERS; owner++) {
        memcpy(points + owner * LINES, found[owner], LINES * sizeof(number));
    }
    return FINE;
}

/* Plays on to the end; `seed` is for the players' draws. Writes what `sum_up` does. */
ENTRY int kamon_playout(Match *m, uint64_t seed, int64_t limit, int64_t *row) {
    Twister t;
    seed_twister_by(&t, seed);
    GUARDED(m);
    sum_up(m, play_out(m, &t, limit, false), row);
    return FINE;
}

/* Makes one match what another is. */
ENTRY void kamon_copy(Match *to, const Match *from) {
    memcpy(to, from, offsetof(Match, slots) + (size_t)from->length * sizeof(number));
}

/* Plays copies of a match to the end. Returns how many came to their end before one that did not. */
ENTRY int64_t kamon_rollouts(const Match *from, Match *m, int64_t n, const uint64_t *seeds, int64_t limit,
                             int64_t *rows) {
    for (int64_t i = 0; i < n; i++) {
        kamon_copy(m, from);
        if (kamon_playout(m, seeds[i], limit, rows + i * (OWNERS + 2)) != FINE) return i;
    }
    return n;
}

/* Whole matches; a seed is for chance and for the players' draws. Returns how many came to their end. */
ENTRY int64_t kamon_matches(Match *m, int64_t n, const uint64_t *seeds, int64_t limit, int64_t *rows) {
    for (int64_t i = 0; i < n; i++) {
        jmp_buf escape;
        m->escape = &escape;
        if (setjmp(escape)) return i;
        Twister t;
        seed_twister_by(&t, seeds[i]);
        play_match(m, seeds[i], &t, limit, rows + i * (OWNERS + 2));
    }
    return n;
}

ENTRY const int32_t kamon_twister = sizeof(Twister);

/* The draws of `random.Random`, seeded with a number of so many words of 32 bits, the lowest first, after the first
 * `drawn` words.
 */
ENTRY void kamon_seed(Twister *t, const uint32_t *key, int32_t length, int64_t drawn) {
    seed_twister(t, key, length);
    while (t->drawn < drawn) draw_word(t);
}

/* How many words were drawn. */
ENTRY int64_t kamon_drawn(const Twister *t) {
    return t->drawn;
}

/* Whole matches one after the other from the same draws. Returns how many came to their end; after one that did not, `t` is
 * as it was before it.
 */
ENTRY int64_t kamon_random_matches(Match *m, Twister *t, int64_t n, int64_t limit, int64_t *rows) {
    Twister before;
    for (int64_t i = 0; i < n; i++) {
        jmp_buf escape;
        m->escape = &escape;
        before = *t;
        if (setjmp(escape)) {
            *t = before;
            return i;
        }
        play_match(m, draw_seed(t), t, limit, rows + i * (OWNERS + 2));
    }
    return n;
}

/* ---- a program of its own, for tools that watch a program run: plays a match for each seed it is given ---- */

#ifdef KAMON_MAIN
int main(int count, char **seeds) {
    static Match m;
    int64_t row[OWNERS + 2];
    for (int i = 1; i < count; i++) {
        uint64_t seed = strtoull(seeds[i], NULL, 10);
        Twister t;
        seed_twister_by(&t, seed);
        kamon_new(&m, seed);
        int went = kamon_begin(&m);
        int64_t decisions = 0;
        for (; went == FINE && m.count > 0; decisions++) {
            if ((went = kamon_options(&m)) != FINE) break;
            went = kamon_choose(&m, (int32_t)((uint64_t)(draw_word(&t) >> 8) * (uint32_t)m.count >> 24));
        }
        if (went == FINE) {
            jmp_buf escape;
            m.escape = &escape;
            went = setjmp(escape) ? FAULTY : (sum_up(&m, decisions, row), FINE);
        }
        if (went != FINE) {
            puts("fault");
            continue;
        }
        for (int column = 0; column < OWNERS + 2; column++) printf("%lld ", (long long)row[column]);
        puts("");
    }
    return 0;
}
#endif
