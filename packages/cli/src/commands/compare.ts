// subtext compare: where two runs part, and by how much they differ.
import { findConnection } from '../api/connection.ts';
import { readWhole, type Page } from '../api/read.ts';
import { runAddress } from '../api/run-address.ts';
import { write, writeDim, writeJson, writeLine, writeTable, type Column } from '../output/output.ts';
import { count, duration, money, UNKNOWN } from '../output/words.ts';
import { runCost, type Run } from './runs.ts';

interface ComparedSteps {
  a_step: string | null;
  b_step: string | null;
  differences: string;
  not_captured: string;
}

interface Comparison extends Page<ComparedSteps> {
  url: string;
  summary: string;
  a: Run;
  b: Run;
  deltas: {
    steps: number;
    errors: number;
    duration_ms: number | null;
    thinking_tokens: number | null;
    total_usd: string | null;
  };
}

interface Figure {
  name: string;
  a: string;
  b: string;
  difference: string;
}

const FIGURES: readonly Column<Figure>[] = [
  { title: '', value: ({ name }) => name },
  { title: 'a', value: ({ a }) => a, isNumber: true },
  { title: 'b', value: ({ b }) => b, isNumber: true },
  { title: 'b − a', value: ({ difference }) => difference, isNumber: true },
];

const STEPS: readonly Column<ComparedSteps>[] = [
  { title: 'a', value: ({ a_step: step }) => step ?? '—', isNumber: true },
  { title: 'b', value: ({ b_step: step }) => step ?? '—', isNumber: true },
  { title: 'differs', value: ({ differences }) => differences.replaceAll(' ', ', ') },
  { title: 'not captured', value: ({ not_captured: missing }) => missing },
];

export async function compare(one: string, other: string, { json }: { json?: boolean }): Promise<void> {
  const parameters = { a: runAddress(one).id, b: runAddress(other).id };
  const found = await readWhole<Comparison>(await findConnection(), 'compare', parameters);
  if (json) return writeJson(found);
  writeLine(found.summary);
  writeDim(found.url);
  write('');
  writeTable(FIGURES, figuresOf(found));
  const different = found.rows.filter(({ differences, not_captured: missing }) => differences !== '' || missing !== '');
  if (different.length === 0) return;
  write('');
  writeTable(STEPS, different);
}

function figuresOf({ a, b, deltas }: Comparison): Figure[] {
  return [
    { name: 'steps', a: count(a.steps), b: count(b.steps), difference: signed(deltas.steps, count) },
    { name: 'errors', a: count(a.errors), b: count(b.errors), difference: signed(deltas.errors, count) },
    {
      name: 'took',
      a: duration(a.duration_ms),
      b: duration(b.duration_ms),
      difference: signed(deltas.duration_ms, duration),
    },
    {
      name: 'thinking tokens',
      ...{ a: count(a.thinking_tokens), b: count(b.thinking_tokens) },
      difference: signed(deltas.thinking_tokens, count),
    },
    { name: 'cost', a: runCost(a), b: runCost(b), difference: signedMoney(deltas.total_usd) },
  ];
}

function signed(value: number | null, words: (size: number) => string): string {
  if (value === null) return UNKNOWN;
  return value === 0 ? '0' : `${value > 0 ? '+' : '−'}${words(Math.abs(value))}`;
}

function signedMoney(dollars: string | null): string {
  if (dollars === null) return UNKNOWN;
  if (Number(dollars) === 0) return '$0';
  return dollars.startsWith('-') ? `−${money(dollars.slice(1))}` : `+${money(dollars)}`;
}
