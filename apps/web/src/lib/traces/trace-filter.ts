/**
 * The filter language of lists: `tool:web_search hidden:>40% -tool:help has:preamble "schema changed"`. Parses a text
 * into parts with their positions. The filter bar renders the parts (chips, underlined problems); the server evaluates
 * the conditions. What cannot be parsed is a problem with an explanation: it is neither dropped silently nor applied.
 */
import { THINKING_STATES } from '@subtext/reasoning';
import { CHECK_NAMES } from './checks.ts';

export type Comparison = '>' | '>=' | '<' | '<=' | '=';
export const TEXT_FIELDS = [
  'tool',
  'model',
  'agent',
  'session',
  'user',
  'env',
  'release',
  'service',
  'tag',
  'effort',
] as const;
export const NUMBER_FIELDS = ['hidden', 'thinking', 'cost', 'steps', 'duration'] as const;
/** `dropped` is the value that the screens call `withheld`. */
export const CHOICES = {
  status: ['error', 'ok'],
  state: [...THINKING_STATES, 'dropped'],
  has: ['preamble', 'thought', 'error', 'bookmark', 'score'],
  check: ['any', ...CHECK_NAMES],
} as const;

/**
 * One condition on a trace, possibly negated. `hidden` is a share from 0 to 1, `cost` US dollars, `duration` seconds.
 */
export type Condition = { negated: boolean } & (
  | { field: (typeof TEXT_FIELDS)[number]; value: string }
  | { field: (typeof NUMBER_FIELDS)[number]; comparison: Comparison; value: number }
  | { field: keyof typeof CHOICES; value: string }
  | { field: 'metadata'; key: string; value: string }
  | { field: 'score'; name: string; value: ScoreValue | null }
  | { field: 'text'; value: string }
);

/** One of several categories, of `up` and `down`, or of numbers as text; or a comparison with a number. */
export type ScoreValue = { oneOf: string[] } | { comparison: '>' | '>=' | '<' | '<='; number: number };

/** A part of the filter text, from `start` (inclusive) to `end` (exclusive). */
export type FilterPart = { start: number; end: number; source: string } & (
  { condition: Condition; problem?: undefined } | { condition?: undefined; problem: string }
);

type NumberField = (typeof NUMBER_FIELDS)[number];
const COUNTS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };
/** The units that may follow a number, with their factors. */
export const NUMBERS: Readonly<Record<NumberField, { units: Readonly<Record<string, number>>; example: string }>> = {
  hidden: { units: { '%': 0.01 }, example: 'hidden:>40%' },
  thinking: { units: COUNTS, example: 'thinking:>2k' },
  cost: { units: COUNTS, example: 'cost:>0.05' },
  steps: { units: COUNTS, example: 'steps:>20' },
  duration: { units: { ms: 0.001, s: 1, m: 60, h: 3600 }, example: 'duration:>30s' },
};

/** `metadata` is written with a key, `metadata.customer:acme`, and `score` with a name: `score:quality>0.5`. */
export type FilterField = (typeof TEXT_FIELDS)[number] | NumberField | keyof typeof CHOICES | 'metadata' | 'score';
export const FILTER_FIELDS: readonly FilterField[] = [
  ...TEXT_FIELDS,
  ...NUMBER_FIELDS,
  'metadata',
  'score',
  ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[]),
];

/** Each word or phrase is a separate search in the texts of all calls. */
export const MAX_WORDS = 12;
/** Maximum number of words, phrases and conditions together. */
export const MAX_TERMS = 32;

/**
 * `fields` are the fields that the page supports; others become problems. So do terms beyond MAX_WORDS or MAX_TERMS,
 * which bound the cost of a filter.
 */
export function parseFilter(text: string, fields = FILTER_FIELDS): FilterPart[] {
  const counts = { words: 0, terms: 0 };
  return tokens(text).map(({ start, source }) => {
    const reading = read(source, fields);
    const excess = 'condition' in reading ? excessOf(reading.condition, counts) : undefined;
    return { start, end: start + source.length, source, ...(excess === undefined ? reading : { problem: excess }) };
  });
}

function excessOf({ field }: Condition, counts: { words: number; terms: number }): string | undefined {
  if (field === 'text' && ++counts.words > MAX_WORDS)
    return `A filter has at most ${MAX_WORDS} words; put words that follow each other in quotes, as one phrase`;
  return ++counts.terms > MAX_TERMS ? `A filter has at most ${MAX_TERMS} terms` : undefined;
}

export const conditionsOf = (text: string, fields = FILTER_FIELDS): Condition[] =>
  parseFilter(text, fields).flatMap((part) => (part.condition ? [part.condition] : []));

/** The text without one of its parts, with spaces normalized. */
export function withoutPart(text: string, part: FilterPart): string {
  return `${text.slice(0, part.start).trimEnd()} ${text.slice(part.end).trimStart()}`.trim();
}

/** The name of a score, which may be quoted, its comparison, and the value. */
const SCORE = /^((?:"[^"]*"|[^<>="])*)([<>]=?|=)?(.*)$/s;

/** Splits at spaces outside quotes. An unclosed quote extends to the end. */
function tokens(text: string): { start: number; source: string }[] {
  return [...text.matchAll(/(?:"[^"]*(?:"|$)|[^\s"])+/g)].map((match) => ({ start: match.index, source: match[0] }));
}

type Reading = { condition: Condition } | { problem: string };

function read(source: string, fields: readonly FilterField[]): Reading {
  const negated = source.startsWith('-') && source.length > 1;
  const body = negated ? source.slice(1) : source;
  if ((body.match(/"/g)?.length ?? 0) % 2 === 1) return { problem: 'The quote is not closed' };
  const colon = body.startsWith('"') ? -1 : colonOf(body);
  if (colon === -1) {
    const value = body.replaceAll('"', '');
    return value.trim() ? { condition: { negated, field: 'text', value } } : { problem: 'Nothing between the quotes' };
  }
  const name = body.slice(0, colon);
  const isMetadata = /^metadata\./i.test(name);
  const field = isMetadata ? 'metadata' : name.toLowerCase();
  const written = body.slice(colon + 1);
  const value = written.replaceAll('"', '');
  if (!fields.some((known) => known === field))
    return { problem: `There is no filter “${field}:” here. Put text in quotes, or use ${fields.join(', ')}` };
  if (!value.trim()) return { problem: `Say what ${name}: should be` };
  if (field === 'metadata') return readMetadata(isMetadata ? name.slice('metadata.'.length) : '', value, negated);
  if (field === 'score') return readScore(written, negated);
  return readField(field as PlainField, value, negated);
}

type PlainField = Exclude<FilterField, 'metadata' | 'score'>;

/** The first colon outside quotes; -1 without one. */
export function colonOf(body: string): number {
  const before = /^(?:"[^"]*"|[^":])*/.exec(body)![0].length;
  return before < body.length ? before : -1;
}

function readMetadata(quoted: string, value: string, negated: boolean): Reading {
  const key = quoted.replaceAll('"', '');
  if (!key.trim()) return { problem: 'Name a key of the metadata, as in metadata.customer:acme' };
  return { condition: { negated, field: 'metadata', key, value } };
}

/** `quality`, `quality>0.5`, `tone=friendly|polite`, `"on time"=up`. */
function readScore(written: string, negated: boolean): Reading {
  const [, quoted = '', sign, rest = ''] = SCORE.exec(written)!;
  const name = quoted.replaceAll('"', '').trim();
  const condition = { negated, field: 'score', name } as const;
  if (name && !sign) return { condition: { ...condition, value: null } };
  const number = Number(rest.replaceAll('"', ''));
  const oneOf = (rest.match(/(?:"[^"]*"|[^|"])+/g) ?? []).map((one) => one.replaceAll('"', ''));
  if (!name || oneOf.every((one) => !one.trim()) || (sign !== '=' && !Number.isFinite(number)))
    return { problem: 'Name a score, as in score:quality>0.5 or score:tone=friendly|polite' };
  return { condition: { ...condition, value: sign === '=' ? { oneOf } : { comparison: sign as '>', number } } };
}

function readField(field: PlainField, value: string, negated: boolean): Reading {
  if (isOneOf(TEXT_FIELDS, field)) return { condition: { negated, field, value } };
  if (isOneOf(NUMBER_FIELDS, field)) return readNumber(field, value, negated);
  const choices: readonly string[] = CHOICES[field];
  const choice = value.toLowerCase();
  if (!choices.includes(choice)) return { problem: `${field}: is one of ${choices.join(', ')}` };
  return { condition: { negated, field, value: choice === 'dropped' ? 'withheld' : choice } };
}

function readNumber(field: NumberField, value: string, negated: boolean): Reading {
  const { units, example } = NUMBERS[field];
  const match = /^(>=|<=|>|<|=)\$?(\d+(?:\.\d+)?|\.\d+)(k|m|%|ms|s|h)?$/i.exec(value);
  const unit = units[match?.[3]?.toLowerCase() ?? ''];
  if (!match || unit === undefined) return { problem: `Compare, as in ${example}` };
  return { condition: { negated, field, comparison: match[1] as Comparison, value: Number(match[2]) * unit } };
}

export function isOneOf<const Options extends readonly string[]>(
  options: Options,
  value: string,
): value is Options[number] {
  return options.includes(value);
}
