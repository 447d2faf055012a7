// The rules as the server gives and takes them, and the words of the screen for them.
import type { RouterInputs, RouterOutputs } from '../../lib/trpc.ts';

export type Rules = RouterOutputs['capture']['get']['rules'];
export type RulesInput = RouterInputs['capture']['set']['rules'];
export type Kind = keyof Rules['capture'];
export type Level = Rules['capture'][Kind];
export type Entity = Rules['mask']['entities'][number];

export const KINDS: readonly { kind: Kind; label: string; note: string }[] = [
  { kind: 'reasoning', label: 'Thoughts', note: 'Reasoning, its signatures and encrypted forms' },
  { kind: 'text', label: 'Words', note: 'What people asked, what the model said, instructions' },
  { kind: 'arguments', label: 'Arguments', note: 'What tools were called with' },
  { kind: 'results', label: 'Results', note: 'What tools gave back' },
];

interface LevelWords {
  level: Level;
  label: string;
  /** What is stored of a text, after “stores”. */
  says: string;
  /** How a text ends that was cut. */
  mark?: string;
  /** Right after the mark. */
  also?: string;
}

export const LEVELS: readonly LevelWords[] = [
  {
    level: 'full',
    label: 'Keep',
    says: 'the text. One that is longer than its limit is cut, and ends with how much of it is kept:',
    mark: '… [cut: 2000 of 18300 characters kept]',
    also: '. Tokens and costs are counted of the whole.',
  },
  {
    level: 'hash',
    label: 'Hash only',
    says: 'a digest and the length: the same text has the same digest, so that a retry can be told. Nobody can read it, nor search for it.',
  },
  { level: 'length', label: 'Length only', says: 'how many characters there were.' },
  { level: 'none', label: 'Nothing', says: 'that there was a text, and what it cost.' },
];

export const ENTITY_LABELS: Readonly<Record<Entity, string>> = {
  'e-mail': 'E-mail addresses',
  phone: 'Phone numbers',
  card: 'Card numbers (with checksum)',
  iban: 'IBANs (with checksum)',
  'ip-address': 'IP addresses',
  jwt: 'JSON web tokens',
  'bearer-token': 'Bearer and basic credentials',
  'aws-key': 'Keys of AWS',
  'openai-key': 'Keys of OpenAI',
  'anthropic-key': 'Keys of Anthropic',
  'github-key': 'Keys of GitHub',
  'other-key': 'Keys of Google, Slack, Stripe, GitLab, npm, Hugging Face, Subtext',
  'private-key': 'Private key blocks',
};

/** What the form holds: lists as the person types them. */
export interface Draft {
  capture: Rules['capture'];
  /** Characters of one text that are kept; empty = as many as the server keeps. */
  limits: Readonly<Record<Kind, string>>;
  /** One name a line. */
  keys: string;
  patterns: readonly { name: string; pattern: string }[];
  entities: ReadonlySet<Entity>;
}

export function draftOf({ capture, limits, mask }: Rules): Draft {
  return {
    capture,
    limits: {
      reasoning: String(limits.reasoning ?? ''),
      text: String(limits.text ?? ''),
      arguments: String(limits.arguments ?? ''),
      results: String(limits.results ?? ''),
    },
    keys: mask.keys.join('\n'),
    patterns: mask.patterns,
    entities: new Set(mask.entities),
  };
}

/** Lines and rows that were left empty are no rules. */
export function rulesOf({ capture, limits, keys, patterns, entities }: Draft): RulesInput {
  const lines = keys.split('\n').map((line) => line.trim());
  // The field of a kind that is not kept is out of sight: what cannot be a limit in it must stop nobody.
  const given = KINDS.filter(
    ({ kind }) => limits[kind].trim() !== '' && (capture[kind] === 'full' || isLimit(limits[kind])),
  );
  return {
    capture,
    limits: Object.fromEntries(given.map(({ kind }) => [kind, Number(limits[kind])])),
    mask: {
      keys: lines.filter((line) => line !== ''),
      patterns: patterns.filter(({ name, pattern }) => name.trim() !== '' || pattern !== ''),
      entities: [...entities],
    },
  };
}

/** As the server takes them (packages/db/src/masking/rules.ts). */
export const SMALLEST_LIMIT = 200;
export const LARGEST_LIMIT = 1_000_000;

/** Whether what was typed can be a limit: nothing, or a whole number that the server takes. */
export function isLimit(typed: string): boolean {
  const text = typed.trim();
  return text === '' || (/^\d{1,9}$/.test(text) && Number(text) >= SMALLEST_LIMIT && Number(text) <= LARGEST_LIMIT);
}

/** Whether all limits that are in sight can be saved. */
export const hasLimits = ({ capture, limits }: Draft): boolean =>
  KINDS.every(({ kind }) => capture[kind] !== 'full' || isLimit(limits[kind]));

export const isSame = (left: Draft, right: Draft): boolean =>
  JSON.stringify(normal(rulesOf(left))) === JSON.stringify(normal(rulesOf(right)));

function normal({ mask, ...rules }: RulesInput): object {
  return { ...rules, mask: { ...mask, entities: mask?.entities?.toSorted() } };
}
