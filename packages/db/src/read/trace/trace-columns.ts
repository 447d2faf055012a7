/**
 * The rows of trace-spans.ts and trace-calls.ts as columns. The database writes each column as one JSON array, so that
 * a million values are not sent and parsed one by one. Three times as fast as rows for the skeleton of a long trace.
 * Rare values (duplicates of a response, arguments that find the call of an execution, withheld thoughts) are requested
 * separately, and only when present, because each would cost every trace a scan of all its rows.
 */
import type { Fragment } from 'postgres';
import type { Sql, TransactionSql } from '../../postgres/connect.ts';
import type { TraceKey } from '../../rows/row-keys.ts';
import { receivedParents } from './received-parents.ts';
import { areFoundByArguments, argumentsKeyOf, callFields, type TraceCallRow } from './trace-calls.ts';
import { spanFields, type TraceSpanRow } from './trace-spans.ts';

export interface Columns<Row> {
  length: number;
  columns: Record<keyof Row, readonly unknown[]>;
}
export interface TraceColumns {
  spans: Columns<TraceSpanRow>;
  calls: Columns<TraceCallRow>;
  /** Number of spans that the trace had just before its rows were read. */
  stored: number;
}

const SPANS = [
  ...['id', 'parentId', 'kind', 'name', 'start', 'duration', 'status', 'statusMessage', 'agent', 'model', 'incomplete'],
  ...['paused', 'state', 'inputTokens', 'outputTokens', 'reasoningTokens', 'reasoningSource', 'cost', 'reasoningCost'],
  'hiddenCost',
  'inRun',
  'partial',
] as (keyof TraceSpanRow)[];

type ReadCallRow = Omit<TraceCallRow, 'ownerId' | 'argumentsKey' | 'heldThought'>;
type RareCallRow = ReadCallRow & Pick<TraceCallRow, 'heldThought'> & { arguments: string | null };
const CALLS = [
  ...['spanId', 'index', 'describedBy', 'type', 'callId', 'tool', 'start', 'duration', 'durationInferred', 'status'],
  ...['incomplete', 'state', 'reasoningRef', 'reasoningTokens', 'tokensSource', 'reasoningCost', 'thoughtCount'],
  ...['thoughtCharacters', 'hasPreamble', 'otherCharacters'],
] as (keyof ReadCallRow)[];

/** When a trace has more spans than `most`, returns the first ones with their calls. */
export async function traceColumns(sql: Sql, trace: TraceKey, most: number): Promise<TraceColumns> {
  const { calls, ...read } = await spanColumns(sql, trace, most);
  return { ...read, calls: await calls };
}

/**
 * Resolves as soon as the spans are there. Reading the calls takes longer, and the caller can work on the spans
 * meanwhile.
 */
export async function spanColumns(
  sql: Sql,
  trace: TraceKey,
  most: number,
): Promise<Omit<TraceColumns, 'calls'> & { calls: Promise<TraceColumns['calls']> }> {
  const location = await traceLocation(sql, trace);
  if (!location) {
    const calls = nothing<TraceCallRow>([...CALLS, 'ownerId', 'argumentsKey', 'heldThought']);
    return { spans: nothing(SPANS), calls: Promise.resolve(calls), stored: 0 };
  }
  // Started at the same time as the spans when nothing will be left out.
  const readingAll = location.spans <= most ? callsOf(sql, location, { most, until: null }) : undefined;
  // The caller that awaits the promise gets the error. This prevents an unhandled rejection while the spans are being
  // read, or when that fails.
  readingAll?.catch(() => {});
  const spans = await spansOf(sql, location, most);
  const until = spans.length < most ? null : lastStart(spans);
  const calls = ownedCalls(sql, { location, spans, most }, readingAll ?? callsOf(sql, location, { most, until }));
  calls.catch(() => {});
  return { spans, calls, stored: location.spans };
}

interface Read {
  location: TraceLocation;
  spans: TraceColumns['spans'];
  most: number;
}

async function ownedCalls(
  sql: Sql,
  { location, spans, most }: Read,
  reading: ReturnType<typeof callsOf>,
): Promise<TraceColumns['calls']> {
  const spanIds = new Set(spans.columns.id);
  const calls = await reading;
  const others = new Set(calls.columns.spanId.filter((id) => !spanIds.has(id)));
  const owners = await ownersOf(sql, location, [...others] as string[]);
  const { spanId } = calls.columns;
  const ownerId = owners.size === 0 ? spanId : spanId.map((id) => owners.get(id as string) ?? id);
  const owned = { ...calls, columns: { ...calls.columns, ownerId } };
  const isCut = spans.length < location.spans && spans.length === most;
  return isCut ? only(owned, (at) => spanIds.has(ownerId[at])) : owned;
}

const lastStart = ({ columns }: Columns<TraceSpanRow>) => columns.start.at(-1) as number;

function only<Row>({ length, columns }: Columns<Row>, isKept: (at: number) => boolean): Columns<Row> {
  const kept = Array.from({ length }, (_, at) => at).filter(isKept);
  const some = Object.entries<readonly unknown[]>(columns).map(([key, values]) => [key, kept.map((at) => values[at])]);
  return { length: kept.length, columns: Object.fromEntries(some) as Columns<Row>['columns'] };
}

const nothing = <Row>(keys: readonly (keyof Row & string)[]): Columns<Row> => ({
  length: 0,
  columns: Object.fromEntries(keys.map((key) => [key, []])) as unknown as Columns<Row>['columns'],
});

/** The key of a trace and its partition. */
interface TraceLocation extends TraceKey {
  day: string;
  startedAt: string;
  spans: number;
}

async function traceLocation(sql: Sql, { projectId, traceId }: TraceKey): Promise<TraceLocation | undefined> {
  const [found] = await sql<Pick<TraceLocation, 'day' | 'startedAt' | 'spans'>[]>`
    select day, started_at::text as "startedAt", span_count as spans from traces
    where project_id = ${projectId} and trace_id = decode(${traceId}, 'hex')`;
  return found && { projectId, traceId, ...found };
}

const within = (sql: Sql, { projectId, day, traceId }: TraceLocation): Fragment =>
  sql`project_id = ${projectId} and day = ${day} and trace_id = decode(${traceId}, 'hex')`;

/** PostgreSQL formats integers several times as fast as fractions. */
const microseconds = (sql: Sql, { startedAt }: TraceLocation): Fragment =>
  sql`round(date_part('epoch', started_at - ${startedAt}::timestamptz) * 1e6)::int8`;

/**
 * The rows of a trace are close to one another on disk, but not in the order of the primary key. The planner assumes
 * that they are, and would visit each page once per row. A request may use at most two processes, hence two statements
 * at a time; sorting 10,000 steps takes 8 MB each.
 */
const PLAN = `set local enable_indexscan = off; set local max_parallel_workers_per_gather = 0; set local work_mem = '16MB'`;

/** Runs a statement that reads most of the rows that a trace has in a table. */
async function planned<Row>(sql: Sql, ask: (transaction: TransactionSql) => PromiseLike<Row[]>): Promise<Row> {
  const rows = await sql.begin(async (transaction) => {
    const [, answer] = await Promise.all([transaction.unsafe(PLAN), ask(transaction)]);
    return answer;
  });
  return (rows as Row[])[0]!;
}

async function spansOf(sql: Sql, location: TraceLocation, most: number): Promise<Columns<TraceSpanRow>> {
  const row = await planned(
    sql,
    (own) => own<Written<TraceSpanRow>[]>`
    select count(*)::int as length, ${written(sql, SPANS)} from (
      select ${spanFields(sql)}, ${microseconds(sql, location)} as start, duration_ns as duration
      from spans s where ${within(sql, location)} and duplicate_of is null order by started_at, span_id limit ${most}
    ) as ordered`,
  );
  const { length, columns } = columnsOf<TraceSpanRow>(row, SPANS);
  const rows = columns.id.map((id, at) => ({ id, parentId: columns.parentId[at] }));
  return { length, columns: { ...columns, parentId: await receivedParents(sql, location, rows) } };
}

/** Maximum number of described calls per span. */
const CALLS_A_SPAN = 3;

/**
 * Returns all calls, or those up to the start of the last of the first spans, because a call begins when its span does.
 */
async function callsOf(
  sql: Sql,
  location: TraceLocation,
  { most, until }: { most: number; until: number | null },
): Promise<Columns<Omit<TraceCallRow, 'ownerId'>>> {
  const early =
    until === null
      ? sql``
      : sql`and started_at <= ${location.startedAt}::timestamptz + ${until * 1e3}::float8 * interval '1 microsecond'`;
  const read = async <Row extends ReadCallRow>(keys: readonly (keyof Row & string)[], more: Fragment) => {
    const row = await planned(
      sql,
      (own) => own<(Written<Row> & { areHeld: boolean | null })[]>`
      select count(*)::int as length, ${written(sql, keys)},
        bool_or("heldThought" is not null) as "areHeld"
      from (
        select ${callFields(sql)}, ${microseconds(sql, location)} as start, duration_ns as duration ${more}
        from tool_calls c where ${within(sql, location)} ${early}
        order by started_at, span_id, call_index limit ${most * CALLS_A_SPAN}
      ) as ordered`,
    );
    return { ...columnsOf<Row>(row, keys), areHeld: row.areHeld === true };
  };
  const { length, columns, areHeld } = await read<ReadCallRow>(CALLS, sql``);
  const { describedBy, callId } = columns;
  const areCompared = areFoundByArguments(callId.map((id, at) => ({ describedBy: describedBy[at], callId: id })));
  const none = columns.callId.map(() => null);
  if (!areCompared && !areHeld) return { length, columns: { ...columns, argumentsKey: none, heldThought: none } };
  const compared = areCompared ? sql`arguments_preview` : sql`null`;
  const again = await read<RareCallRow>([...CALLS, 'heldThought', 'arguments'], sql`, ${compared} as arguments`);
  const { arguments: texts, ...rest } = again.columns;
  const argumentsKey = texts.map(argumentsKeyOf);
  return { length: again.length, columns: { ...rest, argumentsKey } };
}

/** Duplicates of a response are not spans of the trace; the calls that they describe belong to the span that counts. */
async function ownersOf(sql: Sql, location: TraceLocation, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const copies = await sql<{ id: string; owner: string }[]>`
    select encode(span_id, 'hex') as id, encode(duplicate_of, 'hex') as owner from spans
    where ${within(sql, location)} and duplicate_of is not null
      and span_id in (select decode(given.id, 'hex') from unnest(${[...ids]}::text[]) as given (id))`;
  return new Map(copies.map(({ id, owner }) => [id, owner]));
}

type Written<Row> = Record<keyof Row, unknown[] | null> & { length: number };

const written = (sql: Sql, keys: readonly string[]) =>
  sql.unsafe(keys.map((key) => `json_agg("${key}") as "${key}"`).join(', '));

/** Divisors that convert microseconds and nanoseconds to milliseconds. */
const UNITS: Readonly<Record<string, number>> = { start: 1e3, duration: 1e6 };

function columnsOf<Row>(row: Written<Row>, keys: readonly (keyof Row & string)[]): Columns<Row> {
  const columns = {} as Record<keyof Row, readonly unknown[]>;
  for (const key of keys) {
    const values = row[key] ?? [];
    const unit = UNITS[key];
    columns[key] =
      unit === undefined ? values : values.map((value) => (value === null ? null : (value as number) / unit));
  }
  return { length: row.length, columns };
}
