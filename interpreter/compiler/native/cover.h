
/* ---- how a requirement can be paid: compiler/covering.py in C, where what is said here in a word is explained ---- */

enum { EACH, ANY, ANOTHER };
enum {
    MOST_AMOUNT = 1 << 20,
    MOST_ENTRIES = 64,      /* sources that differ in what they can be used for */
    MOST_STATES = 1 << 10,  /* that can come of some sources */
    MOST_KEPT = 1 << 13,    /* states during a search */
    MOST_IN_WAYS = 1 << 14, /* numbers that ways are made of */
};

typedef struct {
    int32_t sort;
    int32_t gives[MOST_KINDS];  /* of ANY and ANOTHER only the first */
    int32_t owes[MOST_KINDS];
    bool owing;
    uint64_t owed;              /* `owes` as what is added to a state */
} Use;

typedef struct {
    number source;
    int32_t clause;
    bool first;    /* whether no other use of the source comes before */
    int32_t next;  /* the next use of the same source; -1: none */
    Use use;
} Given;

typedef struct {
    int32_t count;
    Given entries[MOST_USES];
    number debts[MOST_KINDS], most[MOST_KINDS], wild;
} Offer;

static void start_offer(Offer *offer) {
    offer->count = 0;
    offer->wild = 0;
    memset(offer->debts, 0, sizeof offer->debts);
    memset(offer->most, 0, sizeof offer->most);
}

/* One use of a source, after those of the clauses before. */
static void add_use(Match *m, Offer *offer, int32_t clause, int32_t sort, number source, const number *gives,
                    const number *owes) {
    if (offer->count == MOST_USES) fault(m);
    int32_t added = offer->count++;
    Given *given = &offer->entries[added];
    *given = (Given){.source = source, .clause = clause, .first = true, .next = -1, .use = {.sort = sort}};
    for (int32_t kind = 0; kind < MOST_KINDS; kind++) {
        if (gives[kind] > MOST_AMOUNT || owes[kind] > MOST_AMOUNT) fault(m);
        given->use.gives[kind] = (int32_t)gives[kind];
        given->use.owes[kind] = (int32_t)owes[kind];
        given->use.owing |= owes[kind] > 0;
        offer->debts[kind] += owes[kind];
    }
    for (int32_t i = added - 1; i >= 0 && given->first; i--) {
        if (offer->entries[i].source != source) continue;
        given->first = false;
        offer->entries[i].next = added;
    }
}

/* Adds up what the sources can give at most. */
static const Offer *made_ready(Offer *offer) {
    for (int32_t i = 0; i < offer->count; i++) {
        if (!offer->entries[i].first) continue;
        number fixed[MOST_KINDS] = {0}, free = 0;
        for (int32_t at = i; at >= 0; at = offer->entries[at].next) {
            const Use *use = &offer->entries[at].use;
            if (use->sort != EACH) free = greater(free, use->gives[0]);
            for (int32_t kind = 0; kind < MOST_KINDS && use->sort == EACH; kind++) {
                fixed[kind] = greater(fixed[kind], use->gives[kind]);
            }
        }
        for (int32_t kind = 0; kind < MOST_KINDS; kind++) offer->most[kind] += fixed[kind];
        offer->wild += free;
    }
    return offer;
}

static number missing(const number *needs, const number *most, int32_t kinds) {
    number found = 0;
    for (int32_t kind = 0; kind < kinds; kind++) found += greater(needs[kind] - most[kind], 0);
    return found;
}

/* ---- a requirement, and sources that can be used alike ---- */

typedef struct {
    int32_t clause, help, number, count;
    Use uses[MOST_CLAUSES];
} Entry;

/* A state, what is left to pay, is packed: of each kind what is left above the floor, a bit for each kind of which
 * something was given, and how much more of these there is.
 */
typedef struct {
    uint64_t *at;
    int32_t count, room;
} States;

typedef struct {
    Match *m;
    int32_t kinds, which[MOST_KINDS];  /* those of which something can come to be needed */
    number needs[MOST_KINDS], most[MOST_KINDS], all;
    int32_t count, entry_of[MOST_USES];
    Entry entries[MOST_ENTRIES];
    number floor[MOST_KINDS];          /* how far below nothing */
    int32_t shift[MOST_KINDS], given, more;
    uint64_t mask[MOST_KINDS], most_more, start;
    uint64_t turns[2][MOST_STATES], ones[2][MOST_STATES];
    /* the search for ways */
    number fixed[MOST_ENTRIES + 1][MOST_KINDS], wild[MOST_ENTRIES + 1];
    int32_t steps, found;
    int16_t taken[MOST_ENTRIES], ways[MOST_IN_WAYS];
    uint64_t *top, kept[MOST_KEPT];
} Payment;

static bool same_use(const Use *one, const Use *other, int32_t kinds) {
    size_t size = (size_t)kinds * sizeof(int32_t);
    if (one->sort != other->sort || memcmp(one->owes, other->owes, size)) return false;
    return one->sort == EACH ? !memcmp(one->gives, other->gives, size) : one->gives[0] == other->gives[0];
}

static bool has_use(const Entry *entry, const Use *use, int32_t kinds) {
    for (int32_t i = 0; i < entry->count; i++) {
        if (same_use(&entry->uses[i], use, kinds)) return true;
    }
    return false;
}

/* Whether two entries are of the same clause and can be used for the same. */
static bool alike(const Entry *one, const Entry *other, int32_t kinds) {
    if (one->clause != other->clause || one->help != other->help || one->count != other->count) return false;
    for (int32_t i = 0; i < one->count; i++) {
        if (!has_use(other, &one->uses[i], kinds)) return false;
    }
    return true;
}

/* What a source can be used for, as far as that can matter. */
static void find_useful(const Payment *p, const Offer *offer, int32_t first, Entry *found) {
    found->clause = offer->entries[first].clause;
    found->number = 1;
    found->help = found->count = 0;
    for (int32_t at = first; at >= 0; at = offer->entries[at].next) {
        const Use *use = &offer->entries[at].use;
        Use *own = &found->uses[found->count];
        number help = 0, gives = 0;
        own->sort = use->sort;
        own->owing = use->owing;
        for (int32_t i = 0; i < p->kinds; i++) {
            own->owes[i] = use->owes[p->which[i]];
            if (use->sort != EACH) continue;
            own->gives[i] = (int32_t)smaller(use->gives[p->which[i]], p->most[i]);
            gives += own->gives[i];
            help += smaller(own->gives[i], p->needs[i]);
        }
        if (use->sort != EACH) help = gives = own->gives[0] = (int32_t)smaller(use->gives[0], p->all);
        if (gives == 0 || has_use(found, own, p->kinds)) continue;
        found->count++;
        found->help = (int32_t)greater(found->help, help);
    }
}

static void require(Match *m, Payment *p, const number *needs, const Offer *offer) {
    p->m = m;
    p->kinds = 0;
    p->all = 0;
    for (int32_t kind = 0; kind < MOST_KINDS; kind++) {
        if (needs[kind] > MOST_AMOUNT) fault(m);
        number most = needs[kind] + offer->debts[kind];
        if (most == 0) continue;
        p->which[p->kinds] = kind;
        p->needs[p->kinds] = needs[kind];
        p->most[p->kinds++] = most;
        p->all += most;
    }
}

/* Finds which sources can be used alike, in the order of picking; for `payable` from whichever clause, and not more of
 * them than can be of use. Returns how much they help at most.
 */
static number gather(Payment *p, const Offer *offer, bool in_order) {
    number help = 0;
    p->count = 0;
    for (int32_t i = 0; i < offer->count; i++) {
        p->entry_of[i] = -1;
        if (!offer->entries[i].first) continue;
        if (p->count == MOST_ENTRIES) fault(p->m);
        Entry *entry = &p->entries[p->count];
        find_useful(p, offer, i, entry);
        if (entry->count == 0) continue;
        if (!in_order) entry->clause = 0;
        help += entry->help;
        int32_t at = 0;
        while (at < p->count && !alike(&p->entries[at], entry, p->kinds)) at++;
        p->entry_of[i] = at;
        if (at == p->count) p->count++;
        else p->entries[at].number += in_order || p->entries[at].number < p->all;
    }
    return help;
}

static bool comes_before(const Entry *one, const Entry *other) {
    return one->clause != other->clause ? one->clause < other->clause : one->help > other->help;
}

static void sort_entries(Payment *p, const Offer *offer) {
    for (int32_t i = 1; i < p->count; i++) {
        for (int32_t at = i; at > 0 && comes_before(&p->entries[at], &p->entries[at - 1]); at--) {
            Entry entry = p->entries[at];
            p->entries[at] = p->entries[at - 1];
            p->entries[at - 1] = entry;
            for (int32_t j = 0; j < offer->count; j++) {
                int32_t *of = &p->entry_of[j];
                *of = *of == at ? at - 1 : *of == at - 1 ? at : *of;
            }
        }
    }
}

/* ---- states ---- */

static int32_t width(Match *m, number most) {
    int32_t bits = most ? 64 - __builtin_clzll((uint64_t)most) : 0;
    if (bits > 40) fault(m);
    return bits;
}

/* Says how states are packed. */
static void pack(Payment *p) {
    int32_t bits = 0;
    number more = 0;
    memset(p->floor, 0, sizeof p->floor);
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t j = 0; j < p->entries[i].count; j++) {
            for (int32_t kind = 0; kind < p->kinds; kind++) {
                p->floor[kind] += p->entries[i].number * (number)p->entries[i].uses[j].owes[kind];
            }
        }
    }
    p->start = 0;
    for (int32_t kind = 0; kind < p->kinds; kind++) {
        int32_t size = width(p->m, p->needs[kind] + 2 * p->floor[kind]);
        more += p->needs[kind] + p->floor[kind];
        if (bits + size > 63) fault(p->m);
        p->shift[kind] = bits;
        p->mask[kind] = (UINT64_C(1) << size) - 1;
        p->start |= (uint64_t)(p->needs[kind] + p->floor[kind]) << bits;
        bits += size;
    }
    p->given = bits;
    p->more = bits + p->kinds;
    p->most_more = (uint64_t)more;
    if (p->more + width(p->m, more) > 63) fault(p->m);
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t j = 0; j < p->entries[i].count; j++) {
            Use *use = &p->entries[i].uses[j];
            use->owed = 0;
            for (int32_t kind = 0; kind < p->kinds; kind++) use->owed += (uint64_t)use->owes[kind] << p->shift[kind];
        }
    }
}

/* How much of a kind is left above the floor. */
static inline number left_of(const Payment *p, uint64_t state, int32_t kind) {
    return (number)(state >> p->shift[kind] & p->mask[kind]);
}

static bool paid(const Payment *p, uint64_t state) {
    number open = 0;
    for (int32_t kind = 0; kind < p->kinds; kind++) {
        number rest = left_of(p, state, kind) - p->floor[kind];
        if (rest <= 0) continue;
        if (!(state >> (p->given + kind) & 1)) return false;
        open += rest;
    }
    return open == 0 || (uint64_t)open <= state >> p->more;
}

static bool any_paid(const Payment *p, const uint64_t *states, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        if (paid(p, states[i])) return true;
    }
    return false;
}

/* Puts a state where it belongs among the others, unless it is there. */
static void add_state(const Payment *p, States *states, uint64_t state) {
    int32_t low = 0, high = states->count;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (states->at[middle] < state) low = middle + 1; else high = middle;
    }
    if (low < states->count && states->at[low] == state) return;
    if (states->count == states->room) fault(p->m);
    memmove(states->at + low + 1, states->at + low, (size_t)(states->count - low) * sizeof state);
    states->at[low] = state;
    states->count++;
}

static uint64_t giving(const Payment *p, uint64_t state, const Use *use) {
    uint64_t result = state;
    for (int32_t kind = 0; kind < p->kinds; kind++) {
        if (use->gives[kind] == 0) continue;
        result -= (uint64_t)smaller(left_of(p, state, kind), use->gives[kind]) << p->shift[kind];
        if (p->needs[kind]) result |= UINT64_C(1) << (p->given + kind);
    }
    return result;
}

/* Adds what can come of so much of whichever kinds are asked for. */
static void giving_any(Payment *p, uint64_t state, const Use *use, States *to) {
    States now = {p->ones[0], 1, MOST_STATES}, then = {p->ones[1], 0, MOST_STATES};
    now.at[0] = state;
    for (int32_t n = 0; n < use->gives[0]; n++) {
        then.count = 0;
        for (int32_t i = 0; i < now.count; i++) {
            for (int32_t kind = 0; kind < p->kinds; kind++) {
                if (p->needs[kind] == 0 || left_of(p, now.at[i], kind) == 0) continue;
                uint64_t less = now.at[i] - (UINT64_C(1) << p->shift[kind]);
                add_state(p, &then, less | UINT64_C(1) << (p->given + kind));
            }
        }
        if (then.count == 0) break;
        States before = now;
        now = then;
        then = before;
    }
    for (int32_t i = 0; i < now.count; i++) add_state(p, to, now.at[i] + use->owed);
}

/* What can come of one more source. It is left unused only where every use of it owes something. */
static void after(Payment *p, const uint64_t *states, int32_t count, const Entry *entry, States *to) {
    bool unused = true;
    for (int32_t i = 0; i < entry->count; i++) unused &= entry->uses[i].owing;
    for (int32_t i = 0; i < count; i++) {
        if (unused) add_state(p, to, states[i]);
        for (int32_t j = 0; j < entry->count; j++) {
            const Use *use = &entry->uses[j];
            if (use->sort == EACH) {
                add_state(p, to, giving(p, states[i], use) + use->owed);
            } else if (use->sort == ANY) {
                giving_any(p, states[i], use, to);
            } else {
                uint64_t before = states[i] >> p->more, now = before + (uint64_t)use->gives[0];
                now = now < p->most_more ? now : p->most_more;
                add_state(p, to, states[i] + ((now - before) << p->more) + use->owed);
            }
        }
    }
}

/* Whether so many of each entry cover what is needed. */
static bool enough(Payment *p, const int16_t *numbers) {
    States now = {p->turns[0], 1, MOST_STATES}, then = {p->turns[1], 0, MOST_STATES};
    now.at[0] = p->start;
    for (int32_t i = 0; i < p->count; i++) {
        for (int32_t n = 0; n < numbers[i]; n++) {
            then.count = 0;
            after(p, now.at, now.count, &p->entries[i], &then);
            States before = now;
            now = then;
            then = before;
            if (any_paid(p, now.at, now.count)) return true;
        }
    }
    return any_paid(p, now.at, now.count);
}

/* Whether the sources are enough. */
static bool payable(Match *m, const number *needs, const Offer *offer) {
    number wanted = 0;
    for (int32_t kind = 0; kind < MOST_KINDS; kind++) wanted += needs[kind];
    if (wanted == 0) return true;
    if (missing(needs, offer->most, MOST_KINDS) > offer->wild) return false;
    Payment p;
    require(m, &p, needs, offer);
    if (gather(&p, offer, false) < wanted) return false;
    pack(&p);
    int16_t numbers[MOST_ENTRIES];
    for (int32_t i = 0; i < p.count; i++) numbers[i] = (int16_t)p.entries[i].number;
    return enough(&p, numbers);
}

/* ---- ways ---- */

static void keep_way(Payment *p) {
    for (int32_t i = 0; i < p->found; i++) {
        const int16_t *other = &p->ways[i * p->count];
        int32_t at = 0;
        while (at < p->count && other[at] <= p->taken[at]) at++;
        if (at == p->count) return;
    }
    if ((p->found + 1) * p->count > MOST_IN_WAYS) fault(p->m);
    memcpy(&p->ways[p->found++ * p->count], p->taken, (size_t)p->count * sizeof *p->taken);
}

/* Whether what is left after some entries can be paid with all others. */
static bool can_be_paid(const Payment *p, int32_t i, const uint64_t *states, int32_t count) {
    for (int32_t at = 0; at < count; at++) {
        number lacking = 0;
        for (int32_t kind = 0; kind < p->kinds; kind++) {
            lacking += greater(left_of(p, states[at], kind) - p->floor[kind] - p->fixed[i][kind], 0);
        }
        if (lacking <= p->wild[i] + (number)(states[at] >> p->more)) return true;
    }
    return false;
}

/* Goes on from what was taken of the entries before `i`, and what can have come of that. */
static void search(Payment *p, int32_t i, const uint64_t *states, int32_t count) {
    if (any_paid(p, states, count)) {
        keep_way(p);
        return;
    }
    if (++p->steps > MOST_STEPS || i == p->count || !can_be_paid(p, i, states, count)) return;
    uint64_t *own = p->top;
    int32_t most = p->entries[i].number;
    for (int32_t taking = 0;; taking++) {
        p->taken[i] = (int16_t)taking;
        search(p, i + 1, states, count);
        if (taking == most || p->steps > MOST_STEPS) break;
        States next = {p->top, 0, (int32_t)(p->kept + MOST_KEPT - p->top)};
        after(p, states, count, &p->entries[i], &next);
        if (next.count == count && !memcmp(next.at, states, (size_t)count * sizeof *states)) break;
        memmove(own, next.at, (size_t)next.count * sizeof *own);
        states = own;
        count = next.count;
        p->top = own + count;
    }
    p->top = own;
    p->taken[i] = 0;
}

/* Finds every way to pay. Returns whether they could all be looked for. */
static bool find_ways(Payment *p) {
    memset(p->fixed[p->count], 0, sizeof p->fixed[0]);
    p->wild[p->count] = 0;
    for (int32_t i = p->count - 1; i >= 0; i--) {
        const Entry *entry = &p->entries[i];
        number free = 0, fixed[MOST_KINDS] = {0};
        for (int32_t j = 0; j < entry->count; j++) {
            const Use *use = &entry->uses[j];
            if (use->sort != EACH) free = greater(free, use->gives[0]);
            for (int32_t kind = 0; kind < p->kinds && use->sort == EACH; kind++) {
                fixed[kind] = greater(fixed[kind], use->gives[kind]);
            }
        }
        for (int32_t kind = 0; kind < p->kinds; kind++) {
            p->fixed[i][kind] = p->fixed[i + 1][kind] + entry->number * fixed[kind];
        }
        p->wild[i] = p->wild[i + 1] + entry->number * free;
    }
    p->steps = p->found = 0;
    p->top = p->kept;
    memset(p->taken, 0, sizeof p->taken);
    search(p, 0, &p->start, 1);
    return p->steps <= MOST_STEPS;
}

/* The fewest of entry `i` to be taken beside `taken`, of the `left` that come later; more than are left if none. */
static int32_t fewest_more(Payment *p, bool all_ways, const int16_t *taken, int32_t i, int32_t left) {
    if (all_ways) {
        int32_t fewest = left + 1;
        for (int32_t way = 0; way < p->found; way++) {
            const int16_t *numbers = &p->ways[way * p->count];
            int32_t more = numbers[i] - taken[i];
            if (more > 0 && more < fewest && !memcmp(numbers, taken, (size_t)i * sizeof *taken)) fewest = more;
        }
        return fewest;
    }
    int16_t numbers[MOST_ENTRIES];
    for (int32_t at = 0; at < p->count; at++) numbers[at] = at < i ? taken[at] : (int16_t)p->entries[at].number;
    for (int32_t more = 1; more <= left; more++) {
        numbers[i] = (int16_t)(taken[i] + more);
        if (enough(p, numbers)) return more;
    }
    return left + 1;
}

/* The sources of an entry that come after those that are picked, in order. */
static int32_t later_sources(const Payment *p, const Offer *offer, int32_t i, const number *picked, int32_t n_picked,
                             number *found) {
    int32_t count = 0, first = 0;
    for (int32_t at = 0; at < offer->count; at++) {
        if (p->entry_of[at] != i) continue;
        int32_t place = count++;
        for (; place > 0 && found[place - 1] > offer->entries[at].source; place--) found[place] = found[place - 1];
        found[place] = offer->entries[at].source;
    }
    for (int32_t at = 0; at < count; at++) {
        if (among(found[at], picked, n_picked)) first = at + 1;
    }
    memmove(found, found + first, (size_t)(count - first) * sizeof *found);
    return count - first;
}

/* The sources that can be picked next; none when those that are picked are enough. `found` has room for all sources. */
static Set picks(Match *m, const number *needs, const Offer *offer, const number *picked, int32_t n_picked,
                 number *found) {
    Set result = {found, 0};
    Payment p;
    require(m, &p, needs, offer);
    gather(&p, offer, true);
    sort_entries(&p, offer);
    pack(&p);
    int16_t taken[MOST_ENTRIES] = {0};
    int32_t all_taken = 0, last = 0;
    for (int32_t at = 0; at < offer->count; at++) {
        if (p.entry_of[at] < 0 || !among(offer->entries[at].source, picked, n_picked)) continue;
        taken[p.entry_of[at]]++;
        all_taken++;
        if (p.entry_of[at] > last) last = p.entry_of[at];
    }
    if (all_taken < n_picked || enough(&p, taken)) return result;
    bool all_ways = find_ways(&p);
    for (int32_t i = last; i < p.count; i++) {
        number *next = found + result.count;
        int32_t left = later_sources(&p, offer, i, picked, n_picked, next);
        result.count += left + 1 - fewest_more(&p, all_ways, taken, i, left);
    }
    return result;
}
