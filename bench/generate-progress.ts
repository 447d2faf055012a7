/** Prints the progress of a generation and the cost per span to standard error, one line per million spans. */
import type { Sql } from '@subtext/db';
import { cpuOf, cpuOfServer, serverOf } from './ingest-cpu.ts';
import type { GenerateOptions } from './generate-order.ts';

export interface Progress {
  stored(made: GeneratedCounts): void;
  /** Prints what all spans took, from the first one to now. */
  all(made: GeneratedCounts): void;
  say(line: string): void;
}

interface GeneratedCounts {
  spans: number;
  traces: number;
}

/** Spans per line of output. */
const SPANS_PER_LINE = 1_000_000;

interface Mark {
  spans: number;
  /** Wall-clock time, CPU time of this process, CPU time of the server. */
  seconds: number;
  here: number;
  server: number;
}

/** Omits CPU time when the server is on another machine. */
export async function progress(sql: Sql, wanted: Pick<GenerateOptions, 'spans' | 'traces'>): Promise<Progress> {
  const [row] = await sql<{ id: number }[]>`select pg_backend_pid() as id`;
  const server = serverOf(row!.id);
  const mark = (spans: number): Mark => ({
    spans,
    seconds: performance.now() / 1_000,
    here: cpuOf(process.pid),
    server: server === 0 ? Number.NaN : cpuOfServer(server),
  });
  const first = mark(0);
  let last = first;
  const say = (line: string) => process.stderr.write(`\r${line.padEnd(90)}\n`);
  return {
    say,
    all: ({ spans }) => say(`all: ${inWords(first, mark(spans))}`),
    stored({ spans, traces }) {
      if (spans - last.spans >= SPANS_PER_LINE) {
        const now = mark(spans);
        say(inWords(last, now));
        last = now;
      }
      showBar({ spans, traces }, wanted, first);
    },
  };
}

function inWords(from: Mark, to: Mark): string {
  const spans = to.spans - from.spans;
  const micros = (seconds: number) => `${((seconds * 1e6) / spans).toFixed(0)} µs`;
  const cpu = `CPU a span: ${micros(to.here - from.here)} here, ${micros(to.server - from.server)} PostgreSQL`;
  return `${figure(from.spans)} to ${figure(to.spans)}: ${figure(spans / (to.seconds - from.seconds))} spans/s; ${cpu}`;
}

function showBar({ spans, traces }: GeneratedCounts, wanted: GeneratedCounts, first: Mark): void {
  const share = Math.min(1, Math.max(spans / wanted.spans, traces / wanted.traces));
  const seconds = performance.now() / 1_000 - first.seconds;
  const left = Math.round(((seconds / share) * (1 - share)) / 60);
  const rate = `${figure(spans / seconds)} spans/s`;
  const line = `${figure(traces)} traces, ${figure(spans)} spans, ${(share * 100).toFixed(1)} %, ${rate}, ${left} min left`;
  // A log file gets only the lines of the millions.
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(90)}`);
}

const figure = (value: number): string => Math.round(value).toLocaleString('en');
