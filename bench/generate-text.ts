/**
 * Seeded random numbers, and sentences for the agents' thoughts. The same seed gives the same texts on every machine.
 */

export interface Chance {
  /** 0 ≤ x < 1 */
  next(): number;
  /** A whole number, 0 ≤ x < end. */
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
  hex(digits: number): string;
  /** True with this probability. */
  happens(share: number): boolean;
  /** Skewed: most values are small, some many times larger. `median` is the median. */
  skewed(median: number): number;
}

/** mulberry32. Its 32 bits of state are enough to choose words. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)]!,
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += (0x1_0000_0000 + below(0x1_0000_0000)).toString(16).slice(1);
      return text.slice(0, digits);
    },
    happens: (share) => next() < share,
    skewed: (median) => Math.round(median * Math.exp((next() + next() + next() - 1.5) * 2)),
  };
}

const SENTENCES = [
  'The user wants to know about {thing} {id}, so I should look at it before I say anything.',
  'First I need {thing} {id}; {tool} gives me that.',
  'The result says {state}, which does not fit what {name} wrote on {date}.',
  'I could ask again, but {tool} has all I need and costs one call.',
  'Both {thing} {id} and {thing} {id} were changed by {name}, so one of them must be newer.',
  'Let me check the policy: above {number} a person has to approve it.',
  'That failed with code {number}. The argument was probably wrong: {thing} ids begin with a letter.',
  'Wait, {name} said {state}, not {state}. I read it the wrong way round.',
  'If it is {state} I can go on; if not, I have to tell the user and stop.',
  'These calls do not depend on each other, so I make them at once.',
  'Nothing in the answer is newer than {date}, which is older than I expected.',
  'The schema may have changed since: the field is called {word} now.',
  'I have enough to answer: {thing} {id} is {state} since {date}.',
  'To be sure I compare it with {word} and {word}.',
  'The number {number} appears twice, once for {name} and once for {word}.',
  '{name} asked for this before, in the session of {date}; the answer was {state}.',
];
const THINGS = [
  'order',
  'invoice',
  'ticket',
  'account',
  'file',
  'commit',
  'report',
  'shipment',
  'contract',
  'test',
  'query',
  'paper',
];
const STATES = [
  'open',
  'closed',
  'refunded',
  'delayed',
  'failing',
  'merged',
  'missing',
  'approved',
  'expired',
  'unclear',
  'paid',
  'stale',
];
const NAMES = [
  'Amara',
  'Björn',
  'Chen',
  'Dalia',
  'Emeka',
  'Freya',
  'Goran',
  'Hana',
  'Ines',
  'Jonas',
  'Keiko',
  'Liam',
  'Mina',
  'Noor',
  'Olga',
];
const SYLLABLES = [
  'ba',
  'ce',
  'do',
  'fi',
  'gu',
  'la',
  'me',
  'no',
  'pi',
  'ru',
  'sa',
  'te',
  'vo',
  'xi',
  'zu',
  'tra',
  'ker',
  'lin',
  'mos',
  'par',
];

/** Enough sentences that the words and numbers of millions of texts differ, and few enough to generate in a moment. */
const POOL_SENTENCES = 100_000;

const pool: string[] = [];

/**
 * Returns about this many characters in whole sentences. The sentences come from a pool, because generating them costs
 * more than storing them.
 */
export function prose(chance: Chance, characters: number): string {
  if (pool.length === 0) fillPool();
  let text = chance.pick(pool);
  while (text.length < characters) text += ` ${chance.pick(pool)}`;
  return text;
}

function fillPool(): void {
  const chance = chanceOf(POOL_SENTENCES);
  for (let index = 0; index < POOL_SENTENCES; index += 1) {
    pool.push(chance.pick(SENTENCES).replaceAll(/\{(\w+)\}/g, (_all, slot: string) => fill(chance, slot)));
  }
}

function fill(chance: Chance, slot: string): string {
  switch (slot) {
    case 'thing':
      return chance.pick(THINGS);
    case 'state':
      return chance.pick(STATES);
    case 'name':
      return chance.pick(NAMES);
    case 'tool':
      return 'search';
    case 'date':
      return `2026-${String(1 + chance.below(12)).padStart(2, '0')}-${String(1 + chance.below(28)).padStart(2, '0')}`;
    case 'number':
      return String(chance.below(5_000));
    case 'word':
      return word(chance);
    default:
      return `${chance.pick(['A', 'K', 'R', 'T'])}${10_000 + chance.below(900_000)}`;
  }
}

/** Returns one of 8,000 words, the first ones far more often, as in real text. */
export function word(chance: Chance): string {
  const rank = Math.floor(chance.next() ** 3 * SYLLABLES.length ** 3);
  return [rank % 20, Math.floor(rank / 20) % 20, Math.floor(rank / 400)].map((index) => SYLLABLES[index]).join('');
}
