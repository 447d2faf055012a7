/**
 * Spend by model, agent or reasoning effort, most expensive first. Rows without a price come last, and the dashboard
 * names them.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import {
  andCallConditions,
  readMeasures,
  sumOfMeasures,
  type CallCondition,
  type SpendMeasures,
  type SpendRange,
} from './spend-measures.ts';

export type RollupCut = CallCondition['field'];

export interface SpendOfCut extends SpendMeasures {
  /** The model, agent or effort; '' when not reported. */
  key: string;
  /** Set for models only. */
  provider: string | null;
}

export interface SpendQuery extends SpendRange {
  calls: readonly CallCondition[];
}

const COLUMNS = { model: 'model', agent: 'agent_name', effort: 'reasoning_effort' } as const;

/** Senders choose the names, so there may be any number of them. */
const MAX_ROWS = 200;

export async function spendByCut(sql: Sql, asked: SpendQuery, cut: RollupCut): Promise<SpendOfCut[]> {
  const provider = cut === 'model' ? sql`provider` : sql`null::text`;
  const rows = await sql`
    select ${sql.unsafe(COLUMNS[cut])} as key, ${provider} as of_provider, ${sumOfMeasures(sql)}
    from model_rollups where ${ofRollups(sql, asked)}
    group by 1, 2
    order by sum(input_cost + answer_cost + readable_cost + summary_cost + no_text_cost) desc, sum(generations) desc, 1
    limit ${MAX_ROWS}`;
  return rows.map((row) => ({
    key: String(row.key),
    provider: row.of_provider === null ? null : String(row.of_provider),
    ...readMeasures(row),
  }));
}

/** Condition for the rows of model_rollups that the query covers. */
export function ofRollups(sql: Sql, { projectId, from, to, calls }: SpendQuery): Fragment {
  return sql`project_id = ${projectId} and hour >= ${from} and hour < ${to} ${andCallConditions(sql, calls, COLUMNS)}`;
}
