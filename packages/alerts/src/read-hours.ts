/** Reads the hourly figures of a rule's scope, by the queries of Costs. */
import { spendByHour, toolByHour, type CallCondition, type Sql } from '@subtext/db';
import type { FiguresByHour } from './evaluate.ts';
import { figuresOfHour, figuresOfTool } from './figures.ts';
import type { AlertScope } from './rule.ts';

export interface HoursRange {
  projectId: string;
  from: Date;
  to: Date;
}

export async function readHours(sql: Sql, range: HoursRange, scope: AlertScope): Promise<FiguresByHour> {
  if (scope.tool !== undefined) {
    const rows = await toolByHour(sql, range, scope.tool);
    return new Map(rows.map((row) => [row.hour.getTime(), figuresOfTool(row)]));
  }
  const { environment, release } = scope;
  const rows = await spendByHour(sql, { ...range, calls: callConditions(scope), environment, release });
  return new Map(rows.map((row) => [row.hour.getTime(), figuresOfHour(row)]));
}

export function callConditions({ model, agent }: AlertScope): CallCondition[] {
  const conditions = [
    { field: 'model', value: model },
    { field: 'agent', value: agent },
  ] as const;
  return conditions.flatMap(({ field, value }) => (value === undefined ? [] : [{ negated: false, field, value }]));
}
