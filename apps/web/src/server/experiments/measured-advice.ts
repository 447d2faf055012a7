/** What the newest experiments measured, as advice: for each setting and model whether it would have done. */
import { experiments, type Sql } from '@subtext/db';
import { measuredModels, type Verdict } from '@subtext/experiments';

/** Measured experiments that are shown. */
const MOST_MEASURED = 3;
/** The newest experiments among which they are. */
const LOOKED_AT = 10;
/** Models of one experiment, those with the most steps first. */
const MOST_MODELS = 5;

export interface MeasuredResult {
  says: string;
  verdict: Verdict;
}

export interface MeasuredAdvice {
  id: string;
  name: string;
  /** Those that would have done first. */
  results: MeasuredResult[];
  steps: number;
  at: Date;
}

export async function measuredAdvice(sql: Sql, projectId: string): Promise<MeasuredAdvice[]> {
  const { experiments: newest } = await experiments(sql, { projectId, after: null, limit: LOOKED_AT });
  const answered = newest.filter(({ counts }) => (counts.answered ?? 0) > 0).slice(0, MOST_MEASURED);
  const advice = await Promise.all(
    answered.map(async ({ id, name, finishedAt }) => {
      const { results, steps } = await resultsOf(sql, { projectId, id });
      return { id, name, results, steps, at: finishedAt ?? new Date() };
    }),
  );
  return advice.filter(({ results }) => results.length > 0);
}

const ORDER: Readonly<Record<Verdict, number>> = { enough: 0, not_enough: 1, unclear: 2 };

async function resultsOf(
  sql: Sql,
  key: { projectId: string; id: string },
): Promise<Pick<MeasuredAdvice, 'results' | 'steps'>> {
  const models = await measuredModels(sql, key);
  const asked = models.map(({ model, arms }) => ({ model, arms, steps: Math.max(0, ...arms.map((arm) => arm.steps)) }));
  const shown = asked.toSorted((one, other) => other.steps - one.steps).slice(0, MOST_MODELS);
  const results = shown.flatMap(({ model, arms }) =>
    arms.flatMap(({ says, verdict }) => {
      if (says === undefined || verdict === undefined) return [];
      return [{ says: models.length > 1 ? `${model ?? 'a model without a name'}: ${says}` : says, verdict }];
    }),
  );
  return {
    results: results.toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict]),
    steps: asked.reduce((sum, { steps }) => sum + steps, 0),
  };
}
