/** What a run of the web app's faults found: a table for the terminal and a part of docs/faults.md. */
import { mebibytes } from '../fault.ts';
import { tableOfCells } from '../report.ts';
import {
  READERS_MEMORY_BOUND,
  WEB_MEMORY_BOUND,
  type WebFault,
  type WebFaultResult,
  type WebScale,
} from './web-fault.ts';

export interface WebRow {
  fault: WebFault;
  /** An error when the run itself broke. */
  outcome: WebFaultResult | Error;
}

const HEAD = [
  'fault of the web app',
  'seconds',
  'peak MiB',
  'readers MiB',
  'longest block, ms',
  'p99 of others, ms',
  'verdict',
];

export const webTableOf = (rows: readonly WebRow[]): string => tableOfCells([HEAD, ...rows.map(cellsOf)]);

function cellsOf({ fault, outcome }: WebRow): string[] {
  if (outcome instanceof Error) return [fault.name, '', '', '', '', '', `broke: ${outcome.message}`];
  const { seconds, peakMemory, peakMemoryOfReaders, longestBlockMs, others, problems } = outcome;
  const figures = [seconds, mebibytes(peakMemory), mebibytes(peakMemoryOfReaders), longestBlockMs, others.p99Ms];
  const verdict = problems.length === 0 ? 'holds' : `fails: ${problems[0]!.replaceAll(/[|\n]/g, ' ')}`;
  return [fault.name, ...figures.map((figure) => Math.round(figure).toLocaleString('en')), verdict];
}

export function webPart(rows: readonly WebRow[], scale: WebScale): string {
  const words = rows.map(({ fault }) => `- **${fault.name}.** ${fault.what}`);
  return `## What the web app survives

Each fault hits the built web app, with a PostgreSQL of its own. It comes from one project or from a stranger. Meanwhile
another project requests its list, its pages, a small trace and \`/api/healthz\`. A fault holds if the web process stays
below ${mebibytes(WEB_MEMORY_BOUND).toLocaleString('en')} MiB and its readers together stay below
${mebibytes(READERS_MEMORY_BOUND).toLocaleString('en')} MiB, the event loop is never blocked for more than
${scale.longestBlockMs} ms, the other project is answered within ${scale.servedWithinMs} ms (p99) and never refused, and
the sentence below is true. The long trace has ${scale.spans.toLocaleString('en')} spans.

${webTableOf(rows)}

${words.join('\n')}
`;
}
