/** Spend by calendar day in the reader's time zone, from the hourly rollups. Days without a generation have no row. */
import type { Sql } from '../../postgres/connect.ts';
import { ofRollups } from './spend-by-cut.ts';
import {
  readMeasures,
  sumOfMeasures,
  type CallCondition,
  type SpendMeasures,
  type SpendRange,
} from './spend-measures.ts';

export interface SpendOfDay extends SpendMeasures {
  /** `YYYY-MM-DD` in the requested time zone. */
  day: string;
}

interface DaysQuery extends SpendRange {
  calls: readonly CallCondition[];
  /**
   * IANA name. In a zone that is not a whole number of hours from UTC, an hour belongs to the day in which it began.
   */
  timeZone: string;
}

export async function spendByDay(sql: Sql, { timeZone, ...asked }: DaysQuery): Promise<SpendOfDay[]> {
  const rows = await sql`
    select to_char(hour at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${sumOfMeasures(sql)}
    from model_rollups where ${ofRollups(sql, asked)}
    group by 1
    order by 1`;
  return rows.map((row) => ({ day: String(row.day), ...readMeasures(row) }));
}
