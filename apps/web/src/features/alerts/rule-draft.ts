// A rule while it is edited: numbers are the texts that a user typed. Pure.
import type { AlertRule, Metric } from './alert-words.ts';

export const SCOPE_FIELDS = ['model', 'agent', 'tool', 'environment', 'release'] as const;
export type ScopeField = (typeof SCOPE_FIELDS)[number];

const NUMBERS = ['limit', 'windowHours', 'forHours', 'minimumCalls'] as const;
export type NumberField = (typeof NUMBERS)[number];

export interface RuleDraft extends Record<NumberField, string> {
  name: string;
  isPaused: boolean;
  metric: Metric;
  scope: Readonly<Record<ScopeField, string>>;
  compare: AlertRule['compare'];
  direction: AlertRule['direction'];
  destinations: readonly string[];
}

const NO_SCOPE = { model: '', agent: '', tool: '', environment: '', release: '' };

export const NEW_DRAFT: RuleDraft = {
  ...{ name: '', isPaused: false, metric: 'coverage', scope: NO_SCOPE, compare: 'threshold', direction: 'below' },
  ...{ limit: '50', windowHours: '1', forHours: '1', minimumCalls: '20', destinations: [] },
};

export function draftOf({ name, rule, isPaused }: { name: string; rule: AlertRule; isPaused: boolean }): RuleDraft {
  const { limit, windowHours, forHours, minimumCalls, scope, ...rest } = rule;
  return {
    ...rest,
    ...{ name, isPaused, limit: String(limit), windowHours: String(windowHours), forHours: String(forHours) },
    minimumCalls: String(minimumCalls),
    scope: { ...NO_SCOPE, ...scope },
  };
}

const HOURS = { least: 1, most: 168, isWhole: true };
const BOUNDS: Readonly<Record<NumberField, { least: number; most: number; isWhole: boolean }>> = {
  limit: { least: 0, most: 1e15, isWhole: false },
  windowHours: HOURS,
  forHours: HOURS,
  minimumCalls: { least: 1, most: 1_000_000, isWhole: true },
};

/** The problem of a typed number; undefined when it can be used. */
export function numberProblem(field: NumberField, typed: string): string | undefined {
  const { least, most, isWhole } = BOUNDS[field];
  const value = Number(typed);
  const isNumber = typed.trim() !== '' && Number.isFinite(value) && (!isWhole || Number.isInteger(value));
  if (isNumber && value >= least && value <= most) return undefined;
  return field === 'limit' ? 'A number, such as 2.5.' : `A whole number from ${least} to ${most.toLocaleString('en')}.`;
}

/** undefined while a number cannot be used. */
export function ruleOf(draft: RuleDraft): AlertRule | undefined {
  if (NUMBERS.some((field) => numberProblem(field, draft[field]) !== undefined)) return undefined;
  const named = Object.entries(draft.scope).filter(([, value]) => value.trim() !== '');
  return {
    ...{ metric: draft.metric, compare: draft.compare, direction: draft.direction },
    scope: Object.fromEntries(named),
    destinations: [...draft.destinations],
    limit: Number(draft.limit),
    windowHours: Number(draft.windowHours),
    forHours: Number(draft.forHours),
    minimumCalls: Number(draft.minimumCalls),
  };
}
