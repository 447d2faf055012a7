/**
 * `npm run generate`: believable traces over the last days, stored by the write path itself, so that totals and rollups are right by
 * construction. The same seed makes the same traces; making them again stores nothing.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import {
  connect,
  createWriteBatch,
  ensurePartitions,
  ensureProject,
  indexClosedDays,
  migrate,
  type Sql,
} from '@subtext/db';
import { makeRun, type Run } from './generate-runs.ts';
import { chanceOf } from './generate-text.ts';

const HELP = `DATABASE_URL=postgres://… npm run generate -- --spans N [--days 30] [--project generated] [--seed 1] [--pause MS]

  --spans N      spans to make, at most 100,000,000; it stops with the trace that reaches them
  --days N       spread over so many days up to now (30)
  --project S    slug of the project, made when there is none (generated)
  --seed N       another seed makes other traces (1)
  --pause MS     after each batch, to leave the machine to others (0)`;

const SPANS_PER_BATCH = 1_000;
const WRITERS = 2;
const MOST_SPANS = 100_000_000;
const MOST_DAYS = 390;
const DAY_MS = 86_400_000;

export interface Generation {
  spans: number;
  days: number;
  project: string;
  seed: number;
  pauseMs: number;
}

/** Resolves to what is stored now of what was asked for, when the days that are over are indexed, too. */
export async function generate(
  sql: Sql,
  wanted: Generation,
): Promise<{ projectId: string; spans: number; traces: number }> {
  const { id: projectId } = await ensureProject(sql, { slug: wanted.project, name: wanted.project });
  const now = new Date();
  for (let ago = 0; ago <= wanted.days; ago += 1)
    await ensurePartitions(sql, dayOf(new Date(now.getTime() - ago * DAY_MS)));
  const write = createWriteBatch(sql);
  const made = { projectId, spans: 0, traces: 0 };
  const batches = makeBatches({ ...wanted, projectId }, now);
  const began = performance.now();
  const writer = async () => {
    for (const runs of batches) {
      await placeTraces(sql, projectId, runs);
      const spans = runs.flatMap((run) => run.spans);
      await write(spans);
      made.spans += spans.length;
      made.traces += runs.length;
      showProgress(made.spans, wanted.spans, began);
      if (wanted.pauseMs > 0) await delay(wanted.pauseMs);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  process.stderr.write('\nindexing the days that are over\n');
  await indexClosedDays(sql);
  await sql`analyze`;
  return made;
}

/** Each run from a seed of its own, so that a longer generation begins with the same runs. */
function* makeBatches(
  { spans, days, seed, projectId }: Generation & { projectId: string },
  now: Date,
): Generator<Run[]> {
  const end = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let runs: Run[] = [];
  let inBatch = 0;
  let made = 0;
  for (let number = 0; made < spans; number += 1) {
    const chance = chanceOf(seed * 1_000_003 + number);
    // Of whole days before today: the same seed on the same day makes the same.
    const run = makeRun(chance, projectId, new Date(end - Math.floor(chance.next() * days * DAY_MS)));
    runs.push(run);
    inBatch += run.spans.length;
    made += run.spans.length;
    if (inBatch >= SPANS_PER_BATCH) {
      yield runs;
      runs = [];
      inBatch = 0;
    }
  }
  if (runs.length > 0) yield runs;
}

/** The write path would put everything that arrives today into today's partition: a trace that is there already keeps its day. */
async function placeTraces(sql: Sql, projectId: string, runs: readonly Run[]): Promise<void> {
  const rows = [...runs].sort((left, right) => (left.traceId < right.traceId ? -1 : 1));
  await sql`insert into traces (project_id, trace_id, day, started_at, ended_at)
    select ${projectId}::uuid, decode(id, 'hex'), day, started_at, started_at
    from unnest(${rows.map((run) => run.traceId)}::text[], ${rows.map((run) => dayOf(run.startedAt))}::date[],
      ${rows.map((run) => run.startedAt.toISOString())}::timestamptz[]) as given (id, day, started_at)
    on conflict do nothing`;
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function showProgress(made: number, wanted: number, began: number): void {
  const rate = made / ((performance.now() - began) / 1_000);
  const left = Math.max(0, Math.round((wanted - made) / rate / 60));
  process.stderr.write(
    `\r${made.toLocaleString('en')} of ${wanted.toLocaleString('en')} spans, ${Math.round(rate).toLocaleString('en')}/s, ${left} min left   `,
  );
}

function readWanted(): Generation | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { spans: text, days: text, project: text, seed: text, pause: text, help: { type: 'boolean' } },
  });
  const number = (given: string | undefined, otherwise: number) => (given === undefined ? otherwise : Number(given));
  const wanted = {
    spans: number(values.spans, Number.NaN),
    days: number(values.days, 30),
    project: values.project ?? 'generated',
    seed: number(values.seed, 1),
    pauseMs: number(values.pause, 0),
  };
  const isWithin = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  const isUsable =
    isWithin(wanted.spans, 1, MOST_SPANS) &&
    isWithin(wanted.days, 1, MOST_DAYS) &&
    isWithin(wanted.seed, 0, 2 ** 31) &&
    isWithin(wanted.pauseMs, 0, 60_000);
  return values.help || !isUsable || !process.env.DATABASE_URL ? undefined : wanted;
}

async function main(): Promise<void> {
  const wanted = readWanted();
  if (wanted === undefined) {
    console.log(HELP);
    process.exitCode = 1;
    return;
  }
  await migrate(process.env.DATABASE_URL!);
  const sql = connect(process.env.DATABASE_URL!, { max: WRITERS + 2, applicationName: 'subtext generate' });
  try {
    const { spans, traces } = await generate(sql, wanted);
    console.log(
      `${spans.toLocaleString('en')} spans in ${traces.toLocaleString('en')} traces are stored in project ${wanted.project}.`,
    );
  } finally {
    await sql.end();
  }
}

if (import.meta.main) await main();
