// subtext costs: what was spent, and on which thinking.
import { findConnection } from '../api/connection.ts';
import { read } from '../api/read.ts';
import { writeDim, writeJson, writeLine, writeTable, type Column } from '../output/output.ts';
import { count, money, UNKNOWN } from '../output/words.ts';
import type { ListOptions } from './options.ts';

type Cost = Record<string, string | number | null>;

interface Costs {
  rows: Cost[];
  scope: { traces: number; capped: boolean } | null;
}

interface CostsOptions extends ListOptions {
  by: string;
  timeZone?: string;
}

const amount = (name: string) => (row: Cost) => money((row[name] ?? null) as string | null);
const figure = (name: string) => (row: Cost) => count((row[name] ?? null) as number | null);

/** Tables by tool and by day have other figures than those by model; a column appears where the rows have it. */
const FIGURES: readonly (Column<Cost> & { name: string })[] = [
  { name: 'total_usd', title: 'cost', value: amount('total_usd'), isNumber: true },
  { name: 'thinking_usd', title: 'thinking', value: amount('thinking_usd'), isNumber: true },
  { name: 'thinking_readable_usd', title: 'readable thinking', value: amount('thinking_readable_usd'), isNumber: true },
  {
    name: 'thinking_summary_only_usd',
    title: 'summary only',
    value: amount('thinking_summary_only_usd'),
    isNumber: true,
  },
  { name: 'thinking_no_text_usd', title: 'hidden thinking', value: amount('thinking_no_text_usd'), isNumber: true },
  { name: 'model_calls', title: 'model calls', value: figure('model_calls'), isNumber: true },
  { name: 'calls', title: 'calls', value: figure('calls'), isNumber: true },
  {
    name: 'model_calls_without_price',
    title: 'without price',
    value: figure('model_calls_without_price'),
    isNumber: true,
  },
  { name: 'runs', title: 'runs', value: figure('runs'), isNumber: true },
  { name: 'findings', title: 'findings', value: figure('findings'), isNumber: true },
  { name: 'certain_findings', title: 'certain', value: figure('certain_findings'), isNumber: true },
  { name: 'concerned_tokens', title: 'tokens', value: figure('concerned_tokens'), isNumber: true },
  { name: 'concerned_usd', title: 'cost concerned', value: amount('concerned_usd'), isNumber: true },
  { name: 'findings_without_cost', title: 'cost unknown for', value: figure('findings_without_cost'), isNumber: true },
  { name: 'concerned_per_week_usd', title: 'a week', value: amount('concerned_per_week_usd'), isNumber: true },
  { name: 'thinking_tokens', title: 'thinking tokens', value: figure('thinking_tokens'), isNumber: true },
];

const NOTHING: Readonly<Record<string, string>> = {
  check: 'No check found anything in the runs of this range that were checked.',
};

export async function costs({ by, filter, range, timeZone, json }: CostsOptions): Promise<void> {
  const connection = await findConnection();
  const found = await read<Costs>(connection, 'costs', { by, q: filter, range, timeZone });
  if (json) return writeJson(found);
  const [first] = found.rows;
  if (!first) return writeLine(NOTHING[by] ?? 'Nothing was spent in this range, or nothing matches.');
  const subject: Column<Cost> = { title: by, value: (row) => String(row[by] ?? UNKNOWN) };
  writeTable([subject, ...FIGURES.filter(({ name }) => Object.hasOwn(first, name))], found.rows);
  if (found.scope) writeDim(`The sums are of ${found.scope.capped ? 'the newest ' : ''}${found.scope.traces} runs.`);
}
