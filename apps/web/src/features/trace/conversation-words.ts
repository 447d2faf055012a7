/** The effect of a conversation's rules on a thought and on the whole, in words. Pure. */
import type { RouterOutputs } from '../../lib/trpc.ts';

export type Conversation = RouterOutputs['trace']['conversation'];
export type Thought = Conversation['thoughts'][number];
type Rule = Thought['rule'];

/** Title of the links behind section numbers. */
export const SECTION = 'Section of docs/providers.md';

export type Fate = 'must go back' | 'goes along' | 'stays out' | 'left out by you' | 'cannot go back';

export function fateOf(rule: Rule): Fate {
  if (rule === 'thinking.required') return 'must go back';
  if (rule === 'thinking.returned' || rule === 'thinking.carried') return 'goes along';
  if (rule === 'thinking.not-asked') return 'stays out';
  return rule === 'thinking.skipped' ? 'left out by you' : 'cannot go back';
}

export type RuleGroup = 'Must' | 'May' | 'Must not' | 'Changed for it';

const GROUP_OF_RULE: Readonly<Record<Rule, RuleGroup>> = {
  'thinking.required': 'Must',
  'thinking.placeholder': 'Must',
  'seal.skip-validator': 'Must',
  'result.missing': 'Must',
  'tool.undeclared': 'Must',
  'order.bridged': 'Must',
  'thinking.returned': 'May',
  'thinking.carried': 'May',
  'thinking.not-asked': 'May',
  'thinking.skipped': 'May',
  'thinking.not-accepted': 'Must not',
  'thinking.unsigned': 'Must not',
  'thinking.no-item-behind': 'Must not',
  'seal.own-only': 'Must not',
  'seal.other-model': 'Must not',
  'seal.item-ids': 'Must not',
  'call.server': 'Must not',
  'call.incomplete': 'Must not',
  'result.orphan': 'Must not',
  'text.blank': 'Must not',
  'part.left-out': 'Must not',
  'tool.left-out': 'Must not',
  'call.id': 'Changed for it',
  'call.arguments': 'Changed for it',
  'text.joined': 'Changed for it',
};

const GROUPS: readonly RuleGroup[] = ['Must', 'Must not', 'May', 'Changed for it'];

export interface ToldRule {
  rule: Rule;
  says: string;
  /** The provider's reason, and how often it applied. */
  reasons: { what: string; section: string; count: number }[];
}

/** The applied rules, grouped by what they require; empty groups are left out. */
export function ruleGroups(notes: Conversation['notes']): { group: RuleGroup; rules: ToldRule[] }[] {
  const rules = new Map<Rule, ToldRule>();
  for (const { rule, says, what, section, count } of notes) {
    const told = rules.get(rule) ?? { rule, says, reasons: [] };
    told.reasons.push({ what, section, count });
    rules.set(rule, told);
  }
  return GROUPS.map((group) => ({
    group,
    rules: [...rules.values()].filter(({ rule }) => GROUP_OF_RULE[rule] === group),
  })).filter((each) => each.rules.length > 0);
}

const KINDS = {
  text: '┊ thought',
  summary: '⣿ summary',
  redacted: '▨ redacted',
  sealed: '▨ sealed, no text',
} as const;

export const kindWords = (kind: Thought['kind']): string => KINDS[kind];
