/** The traces of a project, as the public read API returns them (docs/reading.md). */

export interface ReadCall {
  tool: string;
  type: string;
  arguments: string | null;
  result: string | null;
  status: string;
}

export interface ReadStep {
  /** The span of its model call. */
  spanId: string | null;
  level: number;
  kind: string;
  agent: string | null;
  thought: { texts: string[] };
  said: string | null;
  calls: ReadCall[];
}

export interface ReadSpan {
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
  events: { name: string; attributes: Record<string, unknown> }[];
}

export interface ReadTrace {
  id: string;
  name: string | null;
  metadata: Record<string, unknown>;
  /** In dollars; null = not known. */
  cost: string | null;
  modelCalls: number;
  modelCallsWithoutPrice: number;
  steps: ReadStep[];
  spans: ReadSpan[];
}

export interface TraceRow {
  trace_id: string;
  name: string | null;
  /** JSON. */
  metadata: string | null;
  total_usd: string | null;
  model_calls: number;
  model_calls_without_price: number;
}

export interface ReadAccess {
  url: string;
  key: string;
}

export async function readTraces(access: ReadAccess): Promise<ReadTrace[]> {
  return readRows(access, await listTraces(access));
}

/** The traces that a program has begun since then: a key may not ask for all of them each time. */
export async function readNewTraces(access: ReadAccess, before: readonly TraceRow[]): Promise<ReadTrace[]> {
  const known = new Set(before.map((row) => row.trace_id));
  const rows = await listTraces(access);
  return readRows(
    access,
    rows.filter((row) => !known.has(row.trace_id)),
  );
}

export async function listTraces(access: ReadAccess): Promise<TraceRow[]> {
  return (await get<{ rows: TraceRow[] }>(access, 'traces?range=24h&limit=200')).rows;
}

function readRows(access: ReadAccess, rows: readonly TraceRow[]): Promise<ReadTrace[]> {
  return Promise.all(
    rows.map(async (row) => ({
      id: row.trace_id,
      name: row.name,
      metadata: JSON.parse(row.metadata ?? '{}') as Record<string, unknown>,
      cost: row.total_usd,
      modelCalls: row.model_calls,
      modelCallsWithoutPrice: row.model_calls_without_price,
      ...(await get<Pick<ReadTrace, 'steps' | 'spans'>>(access, `traces/${row.trace_id}`)),
    })),
  );
}

async function get<Body>({ url, key }: ReadAccess, path: string): Promise<Body> {
  const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
