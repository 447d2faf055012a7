/** Which setting would show the thinking that a rule on coverage no longer finds, by model. */
import { spendByCut, spendOfTraces, type SpendMeasures, type Sql } from '@subtext/db';
import { hintFor } from '@subtext/reasoning';
import { coverageOf } from './figures.ts';
import { callConditions, type HoursRange } from './read-hours.ts';
import type { AlertScope } from './rule.ts';

export interface LostSetting {
  provider: string;
  model: string;
  /** Coverage in percent. null: the model reported no thinking before. */
  before: number | null;
  now: number;
  /** The setting that shows this thinking, in words. */
  change: string;
}

interface Windows {
  now: HoursRange;
  before: HoursRange;
}

/** The setting for the model with the most thinking without text; undefined when none is known to show it. */
export async function lostSetting(
  sql: Sql,
  { now, before }: Windows,
  scope: AlertScope,
): Promise<LostSetting | undefined> {
  const models = await byModel(sql, now, scope);
  const [worst] = models
    .filter(({ noTextTokens }) => noTextTokens > 0n)
    .toSorted((one, other) => Number(other.noTextTokens - one.noTextTokens));
  if (!worst?.provider) return undefined;
  const { provider, key: model } = worst;
  const change = hintFor({ state: 'withheld', provider, model })?.change;
  if (!change) return undefined;
  const earlier = (await byModel(sql, before, scope)).find((row) => row.provider === provider && row.key === model);
  return { provider, model, before: earlier ? coverageOf(earlier) : null, now: coverageOf(worst) ?? 0, change };
}

interface OfModel extends SpendMeasures {
  provider: string | null;
  key: string;
}

async function byModel(sql: Sql, range: HoursRange, scope: AlertScope): Promise<OfModel[]> {
  const calls = callConditions(scope);
  const facts = [
    { field: 'env', value: scope.environment },
    { field: 'release', value: scope.release },
  ] as const;
  const conditions = facts.flatMap(({ field, value }) =>
    value === undefined ? [] : [{ negated: false, field, value }],
  );
  if (conditions.length === 0) return spendByCut(sql, { ...range, calls }, 'model');
  return (await spendOfTraces(sql, { traces: { ...range, conditions }, calls }, { by: 'model' })).rows;
}
