/* A match in C: the state array of the Python engine, and what the rules call.
 *
 * S holds the slots that the layout names, then a stack for rules that call each other. What only
 * the Python engine can do or say ends in `fault`: the caller goes back to the state of before and plays on in Python.
 */

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int64_t number;

enum { STOP = -1 };                /* instead of a block's number: somebody decides, or the game is over */
enum { FINE, FAULTY, NO_OPTION };  /* what an entry point returns */
enum { DEEPEST_CALLS = 200 };      /* few enough for the stack of any thread */
#define NO_NUMBER INT64_MIN        /* equals nothing that rules can work out */

typedef struct {
    jmp_buf *escape;                    /* where a fault goes */
    int32_t depth;                      /* calls of rules that call themselves */
    int32_t rounds;                     /* of loops that there may still be */
    int32_t length;                     /* slots in use: those of the layout and the stack */
    int32_t count;                      /* options of the pending decision */
    int32_t options[MOST_OPTIONS + 1];  /* their codes */
    number slots[CAPACITY];
} Match;

#define S m->slots

typedef struct {
    const number *at;
    int32_t count;
} Set;

typedef struct {
    int32_t slot;   /* a list: its count; a set: its bits; -1: the place keeps no account */
    int32_t first;  /* a set: the piece of bit 0; a list: -1 */
} Store;

static _Noreturn void fault(Match *m) {
    longjmp(*m->escape, 1);
}

static inline void deeper(Match *m) {
    m->depth += 1;
    if (m->depth > DEEPEST_CALLS) fault(m);
}

/* One more round of a loop in which nobody decides. */
static inline void spend(Match *m) {
    m->rounds -= 1;
    if (m->rounds < 0) fault(m);
}

/* ---- arithmetic, as in the Python engine ---- */

static inline number square(number base) {
    return base * base;
}

static inline number smaller(number left, number right) {
    return left < right ? left : right;
}

static inline number greater(number left, number right) {
    return left > right ? left : right;
}

/* The quotient rounded down; 0 when divided by 0. */
static inline number divide(number left, number right) {
    if (right == 0) return 0;
    return left / right - (left % right != 0 && (left < 0) != (right < 0));
}

/* The remainder of `divide`. */
static inline number remainder_of(number left, number right) {
    if (right == 0) return 0;
    number rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

/* The nearest of 32 bits; 0 for a negative exponent. */
static inline number power(number base, number exponent) {
    if (exponent < 0) return 0;
    if (exponent == 0) return 1;
    if (base == 0 || base == 1) return base;
    if (base == -1) return exponent % 2 ? -1 : 1;
    number result = 1;
    for (number i = exponent > 32 ? 32 + exponent % 2 : exponent; i > 0; i--) {
        result = greater(INT32_MIN, smaller(result * base, INT32_MAX));
    }
    return result;
}

/* A table's last entries are those before its first. */
static inline number wrapped(number index, number size) {
    return index < 0 ? index + size : index;
}

static inline bool among(number element, const number *elements, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (elements[i] == element) return true;
    }
    return false;
}

/* ---- chance: PCG32 (XSH-RR), as in the Python engine ---- */

#define MULTIPLIER UINT64_C(6364136223846793005)
#define INCREMENT UINT64_C(1442695040888963407)

static inline void seed_generator(Match *m, uint64_t seed) {
    S[GENERATOR] = (number)((INCREMENT + seed) * MULTIPLIER + INCREMENT);
}

static inline uint32_t draw32(Match *m) {
    uint64_t old = (uint64_t)S[GENERATOR];
    S[GENERATOR] = (number)(old * MULTIPLIER + INCREMENT);
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << (-turn & 31));
}

static inline number below(Match *m, number bound) {
    if (bound <= 0 || bound > (number)1 << 32) fault(m);
    uint64_t all = UINT64_C(1) << 32;
    uint64_t limit = all - all % (uint64_t)bound;
    uint64_t bits = draw32(m);
    while (bits >= limit) bits = draw32(m);
    return (number)(bits % (uint64_t)bound);
}

static inline void roll(Match *m, number index, number low, number high) {
    S[index] = low + below(m, high - low + 1);
}

/* How a shuffle goes on with so many pieces left: `size` pieces stay for the next output. Returns what serves the
 * positions of the others: several come from the upper 30 bits of one output, as long as their arrangements fit them.
 */
static inline uint32_t positions(Match *m, uint32_t left, uint32_t *size) {
    const uint32_t all = UINT32_C(1) << 30;
    uint32_t arrangements = left;
    *size = left - 1;
    if (left <= 1024) {
        while (*size > 1 && (uint64_t)arrangements * *size <= all) arrangements *= (*size)--;
    }
    uint32_t limit = all - all % arrangements;
    uint32_t bits = draw32(m) >> 2;
    while (bits >= limit) bits = draw32(m) >> 2;
    return bits;
}

/* A piece that is picked goes behind those picked before; those not yet picked close up. The last one stays in front. */
static void shuffle(Match *m, number base) {
    number *pile = &S[base + 1];
    number count = S[base];
    if (count > MOST_IN_A_LIST) fault(m);
    number before[MOST_IN_A_LIST + 1];
    memcpy(before, pile, (size_t)count * sizeof *pile);
    enum { FEW = 32 };
    uint8_t few[2 * FEW + 1];  /* moved as a whole, which takes no guess of how far */
    for (int i = 0; i <= 2 * FEW; i++) few[i] = (uint8_t)i;
    uint32_t left = (uint32_t)count, size = 0;
    number next = 1;
    while (left > 1) {
        uint32_t bits = positions(m, left, &size);
        for (; left > size && left > 1; left--) {
            uint32_t at = bits % left;
            bits /= left;
            if (count <= FEW) {
                pile[next++] = before[few[at]];
                uint8_t moved[FEW];
                memcpy(moved, few + at + 1, FEW);
                memcpy(few + at, moved, FEW);
            } else {
                pile[next++] = before[at];
                memmove(before + at, before + at + 1, (left - at - 1) * sizeof *before);
            }
        }
    }
    if (count > 1) pile[0] = before[count <= FEW ? few[0] : 0];
}

/* ---- lists of pieces: slot `base` holds how many, those after it which, -1 where none ---- */

static inline void append(Match *m, number base, number element) {
    S[base] += 1;
    S[base + S[base]] = element;
}

static inline void put_bottom(Match *m, number base, number piece) {
    memmove(&S[base + 2], &S[base + 1], (size_t)S[base] * sizeof(number));
    S[base + 1] = piece;
    S[base] += 1;
}

static inline number pop(Match *m, number base) {
    number at = base + S[base];
    number piece = S[at];
    S[base] -= 1;
    S[at] = -1;
    return piece;
}

static inline void clear(Match *m, number base) {
    for (number at = base + S[base]; at > base; at--) S[at] = -1;
    S[base] = 0;
}

static inline void remove_from(Match *m, number base, number piece) {
    number last = base + S[base];
    number at = base + 1;
    while (at <= last && S[at] != piece) at++;
    if (at > last) fault(m);
    memmove(&S[at], &S[at + 1], (size_t)(last - at) * sizeof(number));
    S[last] = -1;
    S[base] -= 1;
}

static inline number bit(number element) {
    return (number)1 << element;
}

static inline void take_from(Match *m, number place, number piece, const Store *stores) {
    Store store = stores[place];
    if (store.slot < 0) return;
    if (store.first < 0) {
        remove_from(m, store.slot, piece);
    } else {
        S[store.slot] &= ~bit(piece - store.first);
    }
}

static inline void put_on(Match *m, number place, number piece, const Store *stores, bool at_bottom) {
    Store store = stores[place];
    if (store.slot < 0) return;
    if (store.first >= 0) {
        S[store.slot] |= bit(piece - store.first);
    } else if (at_bottom) {
        put_bottom(m, store.slot, piece);
    } else {
        append(m, store.slot, piece);
    }
}

/* ---- groups: the connected parts of a set of spaces ---- */

/* Writes the parts one after the other to `cells`, which has room for one more than there are elements, and to `ends`
 * where each ends. Short rows of neighbours are filled up with `spaces`. Returns how many parts there are.
 */
static inline int32_t groups(const number *elements, int32_t count, const int32_t *neighbours, int32_t width,
                             int32_t spaces, number *cells, int32_t *ends) {
    uint8_t wanted[spaces + 1];
    memset(wanted, 0, sizeof wanted);
    for (int32_t i = 0; i < count; i++) wanted[elements[i]] = 1;
    int32_t parts = 0, end = 0;
    for (int32_t start = 0; start < spaces; start++) {
        if (!wanted[start]) continue;
        wanted[start] = 0;
        int32_t next = end;
        cells[end++] = start;
        while (next < end) {
            const int32_t *row = neighbours + cells[next++] * width;
            for (int32_t i = 0; i < width; i++) {  /* whether a neighbour is wanted no processor can foresee */
                cells[end] = row[i];
                end += wanted[row[i]];
                wanted[row[i]] = 0;
            }
        }
        ends[parts++] = end;
    }
    return parts;
}

/* ---- the stack above the layout ---- */

static inline number *push(Match *m, int32_t size) {
    if (m->length - SLOTS > DEEPEST) fault(m);
    number *frame = &S[m->length];
    m->length += size;
    return frame;
}

static inline const number *drop(Match *m, int32_t size) {
    m->length -= size;
    return &S[m->length];
}
