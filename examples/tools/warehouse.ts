/** The shop's figures, and a query over them: filter, group, sum. */
import { readJson } from './data.ts';

type Cell = string | number;
interface Table {
  columns: string[];
  rows: Cell[][];
}
export interface Query {
  table: string;
  /** Column to value; a row must match all. */
  where?: Record<string, Cell>;
  /** Columns to group by; without them the rows are returned unchanged. */
  group_by?: string[];
}

export function openWarehouse() {
  const tables = new Map(Object.entries(readJson<Record<string, Table>>('sales.json')));
  return {
    listTables: () => [...tables].map(([name, table]) => ({ name, columns: table.columns, rows: table.rows.length })),
    query: (query: Query) => {
      const table = tables.get(query.table);
      if (table === undefined)
        throw new Error(`There is no table "${query.table}". Known: ${[...tables.keys()].join(', ')}.`);
      return run(table, query);
    },
  };
}

function run({ columns, rows }: Table, { where = {}, group_by }: Query): Record<string, Cell>[] {
  const unknown = [...Object.keys(where), ...(group_by ?? [])].find((column) => !columns.includes(column));
  if (unknown !== undefined) throw new Error(`There is no column "${unknown}". Known: ${columns.join(', ')}.`);
  const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? ''])));
  const matching = records.filter((record) =>
    Object.entries(where).every(([column, value]) => record[column] === value),
  );
  if (group_by === undefined) return matching;
  const groups = Map.groupBy(matching, (record) => group_by.map((column) => record[column]).join(' '));
  return [...groups.values()].map((group) => total(group, group_by));
}

/** The group's columns, and the sums of its numbers. */
function total(group: Record<string, Cell>[], groupBy: string[]): Record<string, Cell> {
  const first = group[0] ?? {};
  const sums = Object.keys(first).filter((column) => !groupBy.includes(column) && typeof first[column] === 'number');
  return Object.fromEntries([
    ...groupBy.map((column) => [column, first[column] ?? '']),
    ...sums.map((column) => [column, group.reduce((sum, record) => sum + Number(record[column]), 0)]),
  ]) as Record<string, Cell>;
}
