/** What a run of all faults found, as a table for the terminal and as docs/faults.md. */
import { MEMORY_BOUND, mebibytes, type Fault, type FaultResult, type Scale } from './fault.ts';

export interface Row {
  fault: Fault;
  /** The reason when it could not be tried; an error when the run itself broke. */
  outcome: FaultResult | Error | string;
  seconds: number;
}

const HEAD = ['fault', 'spans sent', 'acknowledged', 'stored', 'lost', 'doubled', 'wrong sums', 'peak MiB', 'verdict'];

/** A Markdown table, padded. */
export function tableOf(rows: readonly Row[]): string {
  return tableOfCells([HEAD, ...rows.map(cellsOf)]);
}

export function tableOfCells(cells: readonly string[][]): string {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function cellsOf({ fault, outcome }: Row): string[] {
  if (typeof outcome === 'string') return [fault.name, '', '', '', '', '', '', '', `not tried: ${outcome}`];
  if (outcome instanceof Error) return [fault.name, '', '', '', '', '', '', '', `broke: ${outcome.message}`];
  const { sent, acknowledged, stored, lost, doubled, wrongSums, peakMemory, problems } = outcome;
  const figures = [sent, acknowledged, stored, lost, doubled, wrongSums, mebibytes(peakMemory)];
  const verdict = problems.length === 0 ? 'holds' : `fails: ${problems[0]!.replaceAll(/[|\n]/g, ' ')}`;
  return [fault.name, ...figures.map((figure) => figure.toLocaleString('en')), verdict];
}

/** `web`: what was found of the web app, if it was tried. */
export function pageOf(rows: readonly Row[], scale: Scale, web: string): string {
  const words = rows.map(({ fault }) => `- **${fault.name}.** ${fault.what}`);
  return `# What ingest and the web app survive

\`npm run faults -- --write\` writes this page, and \`npm test\` runs a short version of the same faults. Each fault
hits the real ingest process and a real, durable PostgreSQL of its own. Meanwhile six senders send spans, retry as
exporters do, and record which spans were acknowledged; some of them also send acknowledged spans again. At the end
the test compares this record with the database. An acknowledged span that is missing counts as lost, and a span that
is stored twice counts as doubled. A sum is wrong if totals, rollups or costs differ from a recount of the distinct
spans (\`npm run recount\`).

A fault holds if nothing is lost, doubled or wrong, memory stays below ${mebibytes(MEMORY_BOUND).toLocaleString('en')}
MiB, senders get only the responses that OTLP defines for the case (503 and 429 with \`Retry-After\`; no response only
from a process that has ended), other senders are served, and \`/readyz\` and \`/healthz\` report the actual state.

${tableOf(rows)}

Peak memory is the ingest process’s peak (VmHWM) during the fault. Scale of this run: ${scale.name}.

## The faults

${words.join('\n')}
${web && `\n${web}`}`;
}
