// subtext runs: the list of traces.
import { findConnection } from '../api/connection.ts';
import { PAGE_ROWS, readRows } from '../api/read.ts';
import { writeJson, writeLine, writeTable, type Column } from '../output/output.ts';
import { count, duration, moment, money } from '../output/words.ts';
import type { ListOptions } from './options.ts';

export interface Run {
  trace_id: string;
  started_at: string;
  duration_ms: number | null;
  name: string | null;
  asked: string | null;
  steps: number;
  calls: number;
  errors: number;
  spans_without_end: number;
  model_calls_without_price: number;
  thinking_tokens: number | null;
  total_usd: string | null;
}

interface RunsOptions extends ListOptions {
  sort: string;
  ascending?: boolean;
  limit: number;
}

const COLUMNS: readonly Column<Run>[] = [
  { title: 'run', value: (run) => run.trace_id },
  { title: 'started', value: (run) => moment(run.started_at) },
  { title: 'took', value: (run) => duration(run.duration_ms), isNumber: true },
  { title: 'steps', value: (run) => count(run.steps), isNumber: true },
  { title: 'errors', value: (run) => count(run.errors), isNumber: true },
  { title: 'cost', value: runCost, isNumber: true },
  { title: 'thinking', value: (run) => count(run.thinking_tokens), isNumber: true },
  { title: 'input', value: (run) => run.name ?? run.asked ?? '' },
];

/** Model calls without a price make the cost a lower bound. */
export function runCost({ total_usd: total, model_calls_without_price: unpriced }: Run): string {
  return total !== null && unpriced > 0 ? `≥ ${money(total)}` : money(total);
}

export async function runs({ filter, range, sort, ascending, limit, json }: RunsOptions): Promise<void> {
  const connection = await findConnection();
  const parameters = { q: filter, range, sort, ascending, limit: Math.min(limit, PAGE_ROWS) };
  const found: Run[] = [];
  for await (const run of readRows<Run>(connection, 'traces', parameters)) {
    found.push(run);
    if (found.length >= limit) break;
  }
  if (json) return writeJson({ rows: found });
  if (found.length === 0) return writeLine('No run matches. Try a longer --range, or another --filter.');
  writeTable(COLUMNS, found);
}
