// Billed thinking against held text as a table and in words. Pure; for the costs screen and the read API.
import type { TableColumn } from '../files/table.ts';
import type { RouterOutputs } from '../requests/trpc.ts';

export type BilledSeries = RouterOutputs['costs']['billedThinking']['series'][number];
export type BilledDay = BilledSeries['days'][number];

export interface BilledRow extends Pick<BilledSeries, 'model' | 'basis'> {
  day: BilledDay;
}

export const billedRows = (series: readonly BilledSeries[]): BilledRow[] =>
  series.flatMap(({ model, basis, days }) => days.map((day) => ({ model, basis, day })));

export const BILLED_COLUMNS: readonly TableColumn<BilledRow>[] = [
  ['model', (row) => row.model],
  ['text_basis', (row) => row.basis],
  ['day', (row) => row.day.day],
  ['model_calls', (row) => row.day.steps],
  ['thinking_tokens', (row) => row.day.tokens],
  ['text_bytes', (row) => row.day.bytes],
  ['bytes_per_token', (row) => row.day.bytesPerToken],
  ['usual_bytes_per_token', (row) => row.day.usual?.median],
  ['usual_from', (row) => row.day.usual?.from],
  ['usual_to', (row) => row.day.usual?.to],
  ['verdict', (row) => row.day.verdict.replace(' ', '_')],
  ['not_compared', (row) => row.day.notCompared],
];

const RATIO = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

export const ratioWords = (bytesPerToken: number): string => RATIO.format(bytesPerToken);

/** `unusual: less text than on the days before (usual is 3.2 to 5)` */
export function verdictWords({ verdict, usual, notCompared }: BilledDay): string {
  if (notCompared === 'few_model_calls') return 'not compared: fewer than 20 model calls';
  if (notCompared === 'few_days_before' || !usual) return 'not compared: fewer than 7 days before';
  const range = `${ratioWords(usual.from)} to ${ratioWords(usual.to)}`;
  return verdict === 'usual' ? `usual (${range})` : `unusual: ${verdict} than on the days before (usual is ${range})`;
}

export const isUnusual = ({ verdict }: BilledDay): boolean => verdict === 'less text' || verdict === 'more text';

export const BASIS_WORDS: Readonly<Record<BilledSeries['basis'], string>> = {
  verbatim: 'verbatim thoughts',
  summary: 'summaries',
};
