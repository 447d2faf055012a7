// The rules in the server's format, and their labels on the screen.
import type { RouterInputs, RouterOutputs } from '../../lib/requests/trpc.ts';

export type Rules = RouterOutputs['capture']['get']['rules'];
export type RulesInput = RouterInputs['capture']['set']['rules'];
export type Kind = keyof Rules['capture'];
export type Level = Rules['capture'][Kind];
export type Entity = Rules['mask']['entities'][number];

export const KINDS: readonly { kind: Kind; label: string; note: string }[] = [
  { kind: 'reasoning', label: 'Thoughts', note: 'Reasoning, its signatures and encrypted forms' },
  { kind: 'text', label: 'Words', note: 'User input, model output and instructions' },
  { kind: 'arguments', label: 'Arguments', note: 'Inputs of tool calls' },
  { kind: 'results', label: 'Results', note: 'Outputs of tools' },
];

interface LevelWords {
  level: Level;
  label: string;
  /** The stored part of a text; the screen writes it after “stores”. */
  says: string;
  /** The mark at the end of a text that was cut. */
  mark?: string;
  /** More text, written right after the mark. */
  also?: string;
}

export const LEVELS: readonly LevelWords[] = [
  {
    level: 'full',
    label: 'Keep',
    says: 'the text. A text over its limit is cut and ends with a note of how much is kept:',
    mark: '… [cut: 2000 of 18300 characters kept]',
    also: '. Tokens and costs are those of the whole text.',
  },
  {
    level: 'hash',
    label: 'Hash only',
    says: 'a digest and the length. Equal texts have equal digests, so a retry is recognizable; the text cannot be read or searched.',
  },
  { level: 'length', label: 'Length only', says: 'the number of characters.' },
  { level: 'none', label: 'Nothing', says: 'that there was a text, and its cost.' },
];

export const ENTITY_LABELS: Readonly<Record<Entity, string>> = {
  'e-mail': 'E-mail addresses',
  phone: 'Phone numbers',
  card: 'Card numbers (with checksum)',
  iban: 'IBANs (with checksum)',
  'ip-address': 'IP addresses',
  jwt: 'JSON web tokens',
  'bearer-token': 'Bearer and basic credentials',
  'aws-key': 'AWS keys',
  'openai-key': 'OpenAI keys',
  'anthropic-key': 'Anthropic keys',
  'github-key': 'GitHub keys',
  'other-key': 'Google, Slack, Stripe, GitLab, npm, Hugging Face and Subtext keys',
  'private-key': 'Private key blocks',
};

/** The contents of the form: lists as the user types them. */
export interface Draft {
  capture: Rules['capture'];
  /** Maximum characters kept of one text; empty = the server's default. */
  limits: Readonly<Record<Kind, string>>;
  /** One name per line. */
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

/** Ignores empty lines and rows. */
export function rulesOf({ capture, limits, keys, patterns, entities }: Draft): RulesInput {
  const lines = keys.split('\n').map((line) => line.trim());
  // Ignores the limit of a kind that is not kept: its field is hidden, so an invalid value there must not block saving.
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

/** The server's bounds (packages/privacy/src/rules.ts). */
export const SMALLEST_LIMIT = 200;
export const LARGEST_LIMIT = 1_000_000;

/** True for an empty field, or a whole number that the server accepts. */
export function isLimit(typed: string): boolean {
  const text = typed.trim();
  return text === '' || (/^\d{1,9}$/.test(text) && Number(text) >= SMALLEST_LIMIT && Number(text) <= LARGEST_LIMIT);
}

/** True when every visible limit is valid. */
export const hasLimits = ({ capture, limits }: Draft): boolean =>
  KINDS.every(({ kind }) => capture[kind] !== 'full' || isLimit(limits[kind]));

export const isSame = (left: Draft, right: Draft): boolean =>
  JSON.stringify(normal(rulesOf(left))) === JSON.stringify(normal(rulesOf(right)));

function normal({ mask, ...rules }: RulesInput): object {
  return { ...rules, mask: { ...mask, entities: mask?.entities?.toSorted() } };
}
