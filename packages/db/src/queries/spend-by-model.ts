/** Spend by provider and model, dearest first; models without a price come last and are named on the dashboard. */
import type { Sql } from '../connect.ts';
import { readMeasures, sumOfMeasures, type SpendMeasures, type SpendRange } from './spend-measures.ts';

export interface SpendOfModel extends SpendMeasures {
  provider: string;
  model: string;
}

export async function spendByModel(sql: Sql, range: SpendRange): Promise<SpendOfModel[]> {
  const rows = await sql`
    select provider, model, ${sumOfMeasures(sql)}
    from model_rollups
    where project_id = ${range.projectId} and hour >= ${range.from} and hour < ${range.to}
    group by provider, model
    order by sum(input_cost + answer_cost + readable_cost + summary_cost + no_text_cost) desc, sum(generations) desc, model`;
  return rows.map((row) => ({ provider: String(row.provider), model: String(row.model), ...readMeasures(row) }));
}
