/** `npm run reread`: reprocesses stored spans with today's readers. Reads DATABASE_URL. */
import { parseArgs } from 'node:util';
import {
  connect,
  findProjectPrices,
  reprocessStored,
  type Reprocessed,
  type ReprocessCursor,
  type Sql,
} from '@subtext/db';
import { readerOf } from './read-stored.ts';

const USAGE = '[--dry-run] [--project SLUG] [--after POSITION]; npm run reread -- --help says more';

interface Options {
  isDry: boolean;
  project: string | undefined;
  after: Position | null;
}

/** The position where it stopped: a project, and its last processed trace. */
interface Position {
  slug: string;
  cursor: ReprocessCursor | null;
}

let isStopped = false;
// The current page is still stored; a second signal ends at once.
process.once('SIGINT', () => (isStopped = true));
process.once('SIGTERM', () => (isStopped = true));
process.once('SIGHUP', () => (isStopped = true));

/** Resolves to the exit code. */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the database of Subtext.');
  const sql = connect(databaseUrl, { max: 2, applicationName: 'subtext reread' });
  try {
    for (const project of await projectsOf(sql, options)) {
      const after = options.after?.slug === project.slug ? options.after.cursor : null;
      const toGoOn = (at: ReprocessCursor | null) =>
        `Stopped. To go on: npm run reread -- ${wordsFor(options, project.slug, at)}`;
      const stopped = await rereadProject(sql, { ...project, after, isDry: options.isDry }).catch((error: unknown) => {
        if (error instanceof BrokenOff) console.log(toGoOn(error.after));
        throw error;
      });
      if (stopped === undefined) continue;
      console.log(toGoOn(stopped));
      return 130;
    }
    return 0;
  } finally {
    await sql.end();
  }
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      project: { type: 'string' },
      after: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const after = values.after === undefined ? null : positionOf(values.after);
  return { isDry: values['dry-run'] ?? false, project: values.project, after };
}

function positionOf(text: string): Position {
  const [, slug, startedAt, traceId] = /^([^/]+)(?:\/(\d{1,18})\/([0-9a-f]{32}))?$/.exec(text) ?? [];
  if (slug === undefined)
    throw new Error(`--after takes what an interrupted run has printed, not ${JSON.stringify(text)}.`);
  return { slug, cursor: startedAt === undefined || traceId === undefined ? null : { startedAt, traceId } };
}

function wordsFor({ isDry, project }: Options, slug: string, cursor: ReprocessCursor | null): string {
  const position = cursor === null ? slug : `${slug}/${cursor.startedAt}/${cursor.traceId}`;
  const words = [isDry && '--dry-run', project !== undefined && `--project ${project}`, `--after ${position}`];
  return words.filter((word) => word !== false).join(' ');
}

type Project = { id: string; slug: string };

async function projectsOf(sql: Sql, { project, after }: Options): Promise<Project[]> {
  const all = await sql<Project[]>`SELECT id, slug FROM projects ORDER BY slug COLLATE "C"`;
  const wanted = all.filter(
    ({ slug }) => (project === undefined || slug === project) && (after === null || slug >= after.slug),
  );
  const unknown = [project, after?.slug].find(
    (named) => named !== undefined && !all.some(({ slug }) => slug === named),
  );
  if (unknown !== undefined) throw new Error(`There is no project ${JSON.stringify(unknown)}.`);
  return wanted;
}

/** A page that could not be read: everything before it is stored. */
class BrokenOff extends Error {
  readonly after: ReprocessCursor | null;

  constructor(after: ReprocessCursor | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.after = after;
  }
}

/** Milliseconds. */
const TELL_EVERY = 5_000;

interface Work extends Project {
  after: ReprocessCursor | null;
  isDry: boolean;
}

/** Resolves to the position where it stopped; to undefined at the end. */
async function rereadProject(
  sql: Sql,
  { id, slug, after: from, isDry }: Work,
): Promise<ReprocessCursor | null | undefined> {
  const read = readerOf({ projectId: id, prices: await findProjectPrices(sql, id) });
  const whole = {
    traces: 0,
    spans: 0,
    changed: 0,
    columns: new Map<string, number>(),
    left: new Map<string, number>(),
  };
  let lastReport = Date.now();
  for (let after = from; ;) {
    if (isStopped) {
      report(slug, whole, isDry);
      return after;
    }
    const page = await reprocessStored(sql, { projectId: id, after, isDry, read }).catch((error: unknown) => {
      report(slug, whole, isDry);
      throw new BrokenOff(after, error);
    });
    add(whole, page);
    if (page.next === null) break;
    after = page.next;
    if (Date.now() - lastReport < TELL_EVERY) continue;
    lastReport = Date.now();
    const day = new Date(Number(after.startedAt) / 1000).toISOString().slice(0, 16);
    console.log(
      `${slug}: ${whole.spans} spans of ${whole.traces} traces read, until ${day}; ${whole.changed} ${isDry ? 'would change' : 'changed'}`,
    );
  }
  report(slug, whole, isDry);
  return undefined;
}

interface Whole {
  traces: number;
  spans: number;
  changed: number;
  columns: Map<string, number>;
  left: Map<string, number>;
}

function add(whole: Whole, page: Reprocessed): void {
  whole.traces += page.traces;
  whole.spans += page.spans;
  whole.changed += page.changed;
  for (const name of ['columns', 'left'] as const)
    for (const [key, rows] of page[name]) whole[name].set(key, (whole[name].get(key) ?? 0) + rows);
}

function report(slug: string, { traces, spans, changed, columns, left }: Whole, isDry: boolean): void {
  const differ =
    changed === 0 && columns.size === 0
      ? 'all as today’s readers have it'
      : `${changed} ${isDry ? 'would change' : 'changed'}`;
  console.log(`${slug}: ${spans} spans of ${traces} traces read; ${differ}.`);
  for (const [column, rows] of [...columns].toSorted(([, one], [, other]) => other - one))
    console.log(`  ${column}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  for (const [reason, rows] of left)
    console.log(`  ${rows} ${rows === 1 ? 'span stays' : 'spans stay'} as before: ${reason}`);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
