/** The effect of a conversation's rules on a thought and on the whole, in words. Pure. */
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';

export type Conversation = RouterOutputs['trace']['conversation'];
export type Thought = Conversation['thoughts'][number];
type Rule = Thought['rule'];

/** Title of the links behind section numbers. */
export const SECTION = 'Section of docs/providers.md';

export type Inclusion = 'required' | 'included' | 'left out' | 'skipped by you' | 'not allowed';

export function inclusionOf(rule: Rule): Inclusion {
  if (rule === 'thinking.required') return 'required';
  if (rule === 'thinking.returned' || rule === 'thinking.carried') return 'included';
  if (rule === 'thinking.not-asked') return 'left out';
  return rule === 'thinking.skipped' ? 'skipped by you' : 'not allowed';
}

export type RuleGroup = 'Required' | 'Optional' | 'Not allowed' | 'Changed';

const GROUP_OF_RULE: Readonly<Record<Rule, RuleGroup>> = {
  'thinking.required': 'Required',
  'thinking.placeholder': 'Required',
  'seal.skip-validator': 'Required',
  'result.missing': 'Required',
  'tool.undeclared': 'Required',
  'order.bridged': 'Required',
  'thinking.returned': 'Optional',
  'thinking.carried': 'Optional',
  'thinking.not-asked': 'Optional',
  'thinking.skipped': 'Optional',
  'thinking.not-accepted': 'Not allowed',
  'thinking.unsigned': 'Not allowed',
  'thinking.no-item-behind': 'Not allowed',
  'seal.own-only': 'Not allowed',
  'seal.other-model': 'Not allowed',
  'seal.item-ids': 'Not allowed',
  'call.server': 'Not allowed',
  'call.incomplete': 'Not allowed',
  'result.orphan': 'Not allowed',
  'text.blank': 'Not allowed',
  'part.left-out': 'Not allowed',
  'tool.left-out': 'Not allowed',
  'call.id': 'Changed',
  'call.arguments': 'Changed',
  'text.joined': 'Changed',
};

const GROUPS: readonly RuleGroup[] = ['Required', 'Not allowed', 'Optional', 'Changed'];

export interface AppliedRule {
  rule: Rule;
  says: string;
  /** The provider's reason, and how often it applied. */
  reasons: { what: string; section: string; count: number }[];
}

/** The applied rules, grouped by what they require; empty groups are left out. */
export function ruleGroups(notes: Conversation['notes']): { group: RuleGroup; rules: AppliedRule[] }[] {
  const rules = new Map<Rule, AppliedRule>();
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
