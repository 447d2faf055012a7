/**
 * The models that a project used, what they cost, and the list price that was last applied to each: the content of the
 * page of prices.
 */
import type { Rates } from '@subtext/reasoning';
import type { Sql } from '../../postgres/connect.ts';

export interface PricedModels {
  projectId: string;
  since: Date;
  limit: number;
}

export interface PricedModel {
  provider: string;
  model: string;
  /** Model calls that report usage, also those that do not think, and runs that count instead of their calls. */
  generations: number;
  /** Those of `generations` that have no price. */
  unpriced: number;
  /** Nano-dollars. */
  cost: bigint;
  /** Input includes cached tokens, output includes thinking. */
  tokens: { input: bigint; cacheRead: bigint; output: bigint; reasoning: bigint };
  /** null: the model is in no price list. */
  listed: (Rates & { matchedModel: string; source: string; asOf: string }) | null;
}

/**
 * Most expensive first, then by number of calls. Looks only at price lists, because a project's own prices are not
 * shown to others.
 */
export async function pricedModels(sql: Sql, { projectId, since, limit }: PricedModels): Promise<PricedModel[]> {
  return [
    ...(await sql<PricedModel[]>`
      WITH used AS (
        SELECT provider, model, sum(generations - generations_in_runs + runs_counted + task_calls)::float8 AS generations, sum(generations_unpriced)::float8 AS unpriced,
          sum(input_cost + answer_cost + readable_cost + summary_cost + no_text_cost)::bigint AS cost, sum(input_tokens)::bigint AS input,
          sum(cache_read_tokens)::bigint AS cache_read, sum(output_tokens)::bigint AS output, sum(reasoning_tokens)::bigint AS reasoning
        FROM model_rollups WHERE project_id = ${projectId} AND hour >= ${since}
        GROUP BY provider, model ORDER BY cost DESC, generations DESC, provider, model LIMIT ${limit}
      )
      SELECT provider, model, generations, unpriced, cost, (
        SELECT json_build_object('matchedModel', matched_model, 'source', source, 'asOf', as_of, 'inputRate', input_rate,
          'cacheReadRate', cache_read_rate, 'cacheWriteRate', cache_write_rate, 'cacheWriteHourRate', cache_write_hour_rate,
          'outputRate', output_rate, 'reasoningRate', reasoning_rate)
        FROM prices WHERE prices.model = used.model AND source <> 'project' ORDER BY id DESC LIMIT 1
      ) AS listed, input, cache_read, output, reasoning
      FROM used ORDER BY cost DESC, generations DESC, provider, model`),
  ].map((row) => {
    const { provider, model, generations, unpriced, cost, listed } = row;
    const { input, cache_read: cacheRead, output, reasoning } = row as unknown as Record<string, bigint>;
    return {
      provider,
      model,
      generations,
      unpriced,
      cost,
      listed,
      tokens: { input, cacheRead, output, reasoning } as PricedModel['tokens'],
    };
  });
}
