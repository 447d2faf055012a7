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

Written by \`npm run faults -- --write\`; the same faults run in \`npm test\`, shortly. Each is done to the real ingest process and a real, durable PostgreSQL of its own, while six senders
keep a ledger of what was acknowledged and send again as exporters do, some of them also what was acknowledged. At the end the ledger is compared with the database: an acknowledged
span that is missing is lost, one that is there twice is doubled, and a sum is wrong when totals, rollups or costs are not what a recount of the distinct spans says (\`npm run recount\`).
A fault holds when, besides that, memory stays below ${mebibytes(MEMORY_BOUND).toLocaleString('en')} MiB, senders hear only what the protocol has for the case (503 and 429 with \`Retry-After\`; nothing at all only from a
process that is gone), others are served, and \`/readyz\` and \`/healthz\` tell the truth.

${tableOf(rows)}

Peak memory is that of the ingest process (VmHWM) during the fault. Scale of this run: ${scale.name}.

## The faults

${words.join('\n')}
${web && `\n${web}`}`;
}
