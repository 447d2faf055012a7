/** subtext tail: new runs and steps as they come, by asking again and again. */
import { setTimeout as wait } from 'node:timers/promises';
import { findConnection, type Connection } from '../api/connection.ts';
import { read, type Page } from '../api/read.ts';
import { writeJsonLine, writeLine } from '../output/output.ts';
import { money } from '../output/words.ts';
import type { ListOptions } from './options.ts';
import type { Run } from './runs.ts';
import { actionOf, readSteps, type StepRow } from './why.ts';

interface TailOptions extends Pick<ListOptions, 'filter' | 'json'> {
  /** In minutes. */
  since: number;
  /** In seconds. */
  interval: number;
}

/** The newest runs that are followed. */
const RUNS = 50;
/** Runs that are remembered: more than are followed, so that none is reported twice. */
const REMEMBERED = 1_000;

interface FollowedRun {
  /** What changes with each span that is stored. */
  version: string;
  /** The steps that were written. */
  written: number;
}

export async function tail({ filter, since, interval, json }: TailOptions): Promise<void> {
  const connection = await findConnection();
  const from = new Date(Date.now() - since * 60_000).toISOString();
  const followed = new Map<string, FollowedRun>();
  const report = json ? writeJsonLine : writeEvent;
  for (;;) {
    const { rows } = await read<Page<Run>>(connection, 'traces', { q: filter, range: `${from}..`, limit: RUNS });
    for (const run of rows.toReversed()) await follow(connection, { run, followed, report });
    for (const id of [...followed.keys()].slice(0, -REMEMBERED)) followed.delete(id);
    await wait(interval * 1000);
  }
}

type TailEvent = { type: 'run'; run: Run } | { type: 'step'; trace_id: string; step: StepRow };

interface Followed {
  run: Run;
  followed: Map<string, FollowedRun>;
  report: (event: TailEvent) => void;
}

async function follow(connection: Connection, { run, followed, report }: Followed): Promise<void> {
  const { trace_id: id, steps, calls, errors, spans_without_end: open, duration_ms: lasted } = run;
  const version = [steps, calls, errors, open, lasted].join();
  const before = followed.get(id);
  if (before?.version === version) return;
  if (!before) report({ type: 'run', run });
  const found = await readSteps(connection, id);
  const written = before?.written ?? 0;
  for (const step of found.slice(written)) report({ type: 'step', trace_id: id, step });
  followed.set(id, { version, written: Math.max(written, found.length) });
}

function writeEvent(event: TailEvent): void {
  if (event.type === 'run') return writeLine(`${event.run.trace_id} ${event.run.name ?? event.run.asked ?? ''}`);
  const { step, total_usd: total, thought, thinking_state: state } = event.step;
  writeLine(
    `  ${event.trace_id.slice(0, 8)} ${step} ${actionOf(event.step)} ${money(total)} ${thought ?? `(${state})`}`,
  );
}
