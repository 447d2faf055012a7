// Which settings would have shown hidden thinking, by the cost they would have uncovered. That is the cost of thinking
// without any text; the API of a model is looked up in its most expensive such thought.
import { topThoughtsOfModels, type SpendOfCut, type SpendRange } from '@subtext/db';
import { hintFor, type Hint } from '@subtext/reasoning';
import { stepHint, type HintSources } from '../../trace/step-hint.ts';

/** The number of models that are checked, most expensive first: each reads a stored span. */
const MAX_MODELS = 8;

export interface CostHint extends Hint {
  models: string[];
  /** Nano-dollars and tokens of thinking without text. Some of it may be redacted, which no setting shows. */
  uncovered: bigint;
  tokens: bigint;
}

type OfModel = Pick<SpendOfCut, 'key' | 'provider' | 'noTextCost' | 'noTextTokens'>;

export async function costsHints(
  { range, models }: { range: SpendRange; models: readonly OfModel[] },
  sources: HintSources,
): Promise<CostHint[]> {
  const hidden = models
    .filter(({ noTextTokens }) => noTextTokens > 0n)
    .toSorted((one, other) => Number(other.noTextCost - one.noTextCost || other.noTextTokens - one.noTextTokens))
    .slice(0, MAX_MODELS);
  if (hidden.length === 0) return [];
  const samples = await topThoughtsOfModels(sources.sql, range);
  const hints = await Promise.all(
    hidden.map(async (row) => {
      const sample = samples.find(({ provider, model }) => provider === row.provider && model === row.key);
      const key = sample && { projectId: range.projectId, traceId: sample.traceId };
      const seen = key && (await stepHint(key, sample.spanId, sources));
      return { row, hint: seen ?? hintFor({ state: 'withheld', provider: row.provider ?? undefined, model: row.key }) };
    }),
  );
  return together(hints);
}

/** Several models may lack the same setting. */
function together(hints: readonly { row: OfModel; hint: Hint | null }[]): CostHint[] {
  const known = hints.flatMap(({ row, hint }) => (hint ? [{ row, hint }] : []));
  const bySetting = Map.groupBy(known, ({ hint }) => hint.change ?? hint.title);
  return [...bySetting.values()]
    .map((group) => ({
      ...group[0]!.hint,
      models: group.map(({ row }) => row.key),
      uncovered: group.reduce((sum, { row }) => sum + row.noTextCost, 0n),
      tokens: group.reduce((sum, { row }) => sum + row.noTextTokens, 0n),
    }))
    .toSorted(
      (one, other) =>
        Number(other.change !== null) - Number(one.change !== null) || Number(other.uncovered - one.uncovered),
    );
}
