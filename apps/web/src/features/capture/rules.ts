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

export const LEVELS: readonly { level: Level; label: string }[] = [
  { level: 'full', label: 'Keep' },
  { level: 'length', label: 'Length only' },
  { level: 'none', label: 'Nothing' },
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
  /** One name a line. */
  keys: string;
  patterns: readonly { name: string; pattern: string }[];
  entities: ReadonlySet<Entity>;
}

export function draftOf({ capture, mask }: Rules): Draft {
  return { capture, keys: mask.keys.join('\n'), patterns: mask.patterns, entities: new Set(mask.entities) };
}

/** Lines and rows that were left empty are no rules. */
export function rulesOf({ capture, keys, patterns, entities }: Draft): RulesInput {
  const lines = keys.split('\n').map((line) => line.trim());
  return {
    capture,
    mask: {
      keys: lines.filter((line) => line !== ''),
      patterns: patterns.filter(({ name, pattern }) => name.trim() !== '' || pattern !== ''),
      entities: [...entities],
    },
  };
}

export const isSame = (left: Draft, right: Draft): boolean =>
  JSON.stringify(normal(rulesOf(left))) === JSON.stringify(normal(rulesOf(right)));

function normal({ mask, ...rules }: RulesInput): object {
  return { ...rules, mask: { ...mask, entities: mask?.entities?.toSorted() } };
}
