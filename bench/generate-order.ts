/**
 * Decides which runs are generated in which order: day by day, as real ones are stored, so that a day's partition is
 * written while it is small.
 */
import { makeLongRun, makeRun, type Run } from './generate-runs.ts';
import { chanceOf } from './generate-text.ts';

export interface GenerateOptions {
  projectId: string;
  /** Generation stops when it reaches `spans` or `traces`. */
  spans: number;
  traces: number;
  /** Number of whole days before today that the runs are spread over. */
  days: number;
  /** Median number of steps of a run. */
  medianSteps: number;
  /** Steps of each long trace. These come first, on the newest day. */
  long: readonly number[];
  seed: number;
}

/** Runs that are stored together. */
export interface Batch {
  /** YYYY-MM-DD */
  day: string;
  runs: Run[];
  spans: number;
}

export const DAY_MS = 86_400_000;
const SPANS_PER_BATCH = 2_000;

/** The same options on the same day give the same batches. */
export function* makeBatches(wanted: GenerateOptions, now: Date): Generator<Batch> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const made = { spans: 0, traces: 0 };
  let batch: Batch | undefined;
  for (const run of runsInOrder(wanted, today, made)) {
    const day = dayOf(run.startedAt);
    if (batch && (batch.day !== day || batch.spans >= SPANS_PER_BATCH)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { day, runs: [], spans: 0 };
    batch.runs.push(run);
    batch.spans += run.spans.length;
    made.spans += run.spans.length;
  }
  if (batch) yield batch;
}

function* runsInOrder(wanted: GenerateOptions, today: number, made: { spans: number; traces: number }): Generator<Run> {
  const { projectId, days, seed } = wanted;
  for (const [index, steps] of wanted.long.entries()) {
    const chance = chanceOf(seed * 1_000_003 - 1 - index);
    yield* makeLongRun(chance, { projectId, startedAt: new Date(today - DAY_MS / 2 + index), steps });
    made.traces += 1;
  }
  const before = { ...made };
  for (let number = 0; made.spans < wanted.spans && made.traces < wanted.traces; number += 1) {
    // One seed per run, so that no run depends on how earlier ones were generated.
    const chance = chanceOf(seed * 1_000_003 + number);
    const ofSpans = (made.spans - before.spans) / (wanted.spans - before.spans);
    const ofTraces = (made.traces - before.traces) / (wanted.traces - before.traces);
    const day = Math.floor(Math.max(ofSpans, ofTraces) * days);
    // More runs by day than by night.
    const time = ((chance.next() + chance.next()) / 2) * DAY_MS;
    const startedAt = new Date(today + (day - days) * DAY_MS + Math.floor(time));
    yield makeRun(chance, { projectId, startedAt, steps: wanted.medianSteps });
    made.traces += 1;
  }
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
