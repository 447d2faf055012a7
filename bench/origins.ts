/**
 * What it takes to say where the arguments of a step came from: a context of 1 MB, calls with 200 values together. The
 * naive way, in the same run, looks for every value in every text as it is; it finds fewer forms.
 *
 *   npm run bench:origins [-- megabytes]
 */
import { indexSeen, originsOf, type SeenEntry } from '@subtext/evidence';
import { milliseconds } from './figure-words.ts';
import { median } from './statistics.ts';

const [VALUES, ROUNDS] = [200, 7];
const CHARACTERS_PER_MEGABYTE = 1_000_000;
const WORDS = 'order customer refund shipped invoice total open pending Berlin Lisbon please the a of to'.split(' ');

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomNumbers(27);
const pick = () => WORDS[random(WORDS.length)] ?? '';
const newId = () => `ord_${random(36 ** 6).toString(36)}${random(10)}`;
const sentence = () => Array.from({ length: 12 }, pick).join(' ');

/** Results of tools, mostly; with the ids that are in them. */
function context(characters: number): { seen: SeenEntry[]; ids: string[] } {
  const seen: SeenEntry[] = [{ kind: 'instructions', text: Array.from({ length: 100 }, sentence).join('.\n') }];
  const ids: string[] = [];
  for (let length = 0; length < characters;) {
    const orders = Array.from({ length: 50 }, () => ({ id: newId(), total: random(1e6) / 100, note: sentence() }));
    const text = JSON.stringify({ orders, at: `2026-11-${10 + random(20)}T10:00:00Z` });
    ids.push(...orders.map(({ id }) => id));
    seen.push({ kind: 'tool_result', text }, { kind: 'thought', text: sentence() });
    length += text.length;
  }
  return { seen, ids };
}

/** A third from results, a third made up, a third of words. */
const argumentsFrom = (ids: readonly string[]) =>
  Array.from({ length: VALUES }, (_, at) => [ids[random(ids.length)], newId(), `${pick()} ${pick()}`][at % 3]);

function naive(values: readonly unknown[], seen: readonly SeenEntry[]): number {
  const texts = seen.map((entry) => ('text' in entry ? entry.text : JSON.stringify(entry.json)));
  return values.filter((value) => {
    const wanted = String(value).toLowerCase();
    return texts.some((text) => text.toLowerCase().includes(wanted));
  }).length;
}

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const start = performance.now();
  const result = work();
  return { ms: performance.now() - start, result };
}

const megabytes = Number(process.argv[2] ?? 1);
const { seen, ids } = context(megabytes * CHARACTERS_PER_MEGABYTE);
const values = argumentsFrom(ids);
const rounds = Array.from({ length: ROUNDS }, () => {
  const index = timed(() => indexSeen(seen));
  const origins = timed(() => originsOf(values, index.result));
  const plain = timed(() => naive(values, seen));
  return { index: index.ms, origins: origins.ms, plain: plain.ms, answer: origins.result, found: plain.result };
});
const [first] = rounds;
const middle = (name: 'index' | 'origins' | 'plain') => median(rounds.map((round) => round[name]));
const whole = middle('index') + middle('origins');
const sourced = first?.answer.values.filter(({ origin }) => origin.kind !== 'nowhere').length;
console.log(`${megabytes} MB of context in ${seen.length} texts, ${VALUES} values, median of ${ROUNDS} rounds`);
console.log(
  `index ${milliseconds(middle('index'))}, origins ${milliseconds(middle('origins'))} (${first?.answer.steps} comparisons)`,
);
console.log(
  `naive ${milliseconds(middle('plain'))}; ratio index and origins to naive ${(whole / middle('plain')).toFixed(2)}`,
);
console.log(`found ${sourced} by the index, ${first?.found} by the naive way`);
