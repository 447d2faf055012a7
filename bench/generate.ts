/**
 * `npm run generate`: stores realistic traces over the last days through the write path, so that totals and rollups are
 * correct. The same options on the same day give the same traces, so generating them again stores nothing.
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
  writeScores,
  type Sql,
} from '@subtext/db';
import { storeEvidence } from './generate-evidence.ts';
import { dayOf, DAY_MS, makeBatches, type GenerateOptions } from './generate-order.ts';
import { progress } from './generate-progress.ts';
import type { Run } from './generate-runs.ts';
import { scoresOf } from './generate-scores.ts';
import { openDatabase } from './scale-database.ts';

const HELP = `npm run generate -- [--data DIR] [--traces N] [--spans N] [--steps 5] [--long 100000,10000] [--days 30]
                       [--project default] [--seed 1] [--pause MS]

  --traces N     traces to make, at most 10,000,000
  --spans N      spans to make, at most 100,000,000; it stops with the trace that reaches one of the two
  --steps N      thoughts with their calls in a run in the middle of all: 5 gives 27 spans a trace, 1 gives 10 (5)
  --long N,N     makes a trace of so many steps for each number, of about 2.7 spans a step
  --days N       spread over so many days up to now (30)
  --project S    slug of the project, made when there is none (default)
  --seed N       another seed makes other traces (1)
  --pause MS     after each batch, to leave the machine to others (0)
  --data DIR     a PostgreSQL of its own in this directory; npm start -- --data DIR --no-seed shows what is in it.
                 Without it, the database of DATABASE_URL`;

const WRITERS = 3;

/** Resolves to the number of stored spans and traces, after the days that are over are indexed. */
export async function generate(
  sql: Sql,
  wanted: GenerateOptions & { pauseMs?: number },
): Promise<{ spans: number; traces: number }> {
  const { projectId, pauseMs = 0 } = wanted;
  const now = new Date();
  for (let ago = 0; ago <= wanted.days; ago += 1)
    await ensurePartitions(sql, dayOf(new Date(now.getTime() - ago * DAY_MS)));
  const write = createWriteBatch(sql);
  const traces = new Set<string>();
  const made = { spans: 0, traces: 0 };
  const batches = makeBatches(wanted, now);
  const reporter = await progress(sql, wanted);
  const writer = async () => {
    for (const { runs } of batches) {
      await placeTraces(sql, projectId, runs);
      const spans = runs.flatMap((run) => run.spans);
      await write(spans);
      await writeScores(sql, scoresOf(projectId, runs));
      made.spans += spans.length;
      // The parts of a long trace come one after the other.
      made.traces += runs.filter(({ traceId }) => !traces.has(traceId)).length;
      if (runs.length === 1) traces.add(runs[0]!.traceId);
      reporter.stored(made);
      if (pauseMs > 0) await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  reporter.all(made);
  reporter.say('indexing the days that are over');
  await indexClosedDays(sql);
  await storeEvidence(sql, projectId);
  await sql`analyze trace_checks, billed_thinking, traces, scores, model_rollups, tool_rollups, payloads`;
  return made;
}

/**
 * Creates the trace rows with their days. Without them the write path would use today's partition; an existing trace
 * keeps its day.
 */
async function placeTraces(sql: Sql, projectId: string, runs: readonly Run[]): Promise<void> {
  const rows = [...runs].sort((left, right) => (left.traceId < right.traceId ? -1 : 1));
  await sql`insert into traces (project_id, trace_id, day, started_at, ended_at)
    select ${projectId}::uuid, decode(id, 'hex'), day, started_at, started_at
    from unnest(${rows.map((run) => run.traceId)}::text[], ${rows.map((run) => dayOf(run.startedAt))}::date[],
      ${rows.map((run) => run.startedAt.toISOString())}::timestamptz[]) as given (id, day, started_at)
    on conflict do nothing`;
}

const MOST = { spans: 100_000_000, traces: 10_000_000, days: 390, steps: 1_000_000, seed: 2 ** 31, pause: 60_000 };

/** undefined when the options are not valid. */
function readWanted() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      ...{ traces: text, spans: text, steps: text, long: text, days: text, seed: text, pause: text },
      ...{ project: text, data: text, help: { type: 'boolean' } },
    },
  });
  const numbers = {
    traces: Number(values.traces ?? MOST.traces),
    spans: Number(values.spans ?? MOST.spans),
    steps: Number(values.steps ?? 5),
    days: Number(values.days ?? 30),
    seed: Number(values.seed ?? 1),
    pause: Number(values.pause ?? 0),
  };
  const long = values.long === undefined ? [] : values.long.split(',').map(Number);
  const isWithin = (value: number, most: number, least = 0) =>
    Number.isInteger(value) && value >= least && value <= most;
  const isUsable =
    Object.entries(numbers).every(([name, value]) => isWithin(value, MOST[name as keyof typeof MOST])) &&
    long.every((steps) => isWithin(steps, MOST.steps, 2)) &&
    numbers.days > 0 &&
    (values.traces !== undefined || values.spans !== undefined);
  if (values.help || !isUsable) return undefined;
  return { ...numbers, long, data: values.data, project: values.project ?? 'default' };
}

async function main(): Promise<void> {
  const given = readWanted();
  const database = given && (await openDatabase(given.data, { filling: true }));
  if (!given || !database) {
    console.log(HELP);
    process.exitCode = 1;
    return;
  }
  await migrate(database.url);
  // Ending the pool makes the writers fail at once, and everything else then stops in order.
  const sql = connect(database.url, { max: WRITERS + 2, applicationName: 'subtext generate' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sql.end({ timeout: 0 }));
  try {
    const { id: projectId } = await ensureProject(sql, { slug: given.project, name: given.project });
    const { steps: medianSteps, pause: pauseMs, ...rest } = given;
    const { spans, traces } = await generate(sql, { ...rest, projectId, medianSteps, pauseMs });
    console.log(
      `${spans.toLocaleString('en')} spans in ${traces.toLocaleString('en')} traces are stored in project ${given.project}.`,
    );
  } finally {
    await sql.end();
    await database.close();
  }
}

if (import.meta.main) await main();
