// The spans of a long trace by the names that its skeleton gives them, against a real database, behind the real gate.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { namesOf } from '../../lib/skeleton/span-names.ts';
import { OPENING_SPANS } from '../routers/trace/trace.ts';
import type { Caller } from '../routers/index.ts';
import { openOwner, type Owner } from '../testing/owner.ts';

const SPANS = OPENING_SPANS + 6;
const address = { project: 'default', trace: 'c'.repeat(32) };
/** Each begins with its number; the last two begin alike. */
const idOf = (number: number): string =>
  number === SPANS ? `${idOf(SPANS - 1).slice(0, 8)}22222222` : `${number.toString(16).padStart(8, '0')}11111111`;
/** The id of a duplicate of a response, which is not a span of the trace. */
const COPY = `${idOf(SPANS - 2).slice(0, 8)}33333333`;

let owner: Owner;
let caller: Caller;

beforeAll(async () => {
  owner = await openOwner();
  caller = await owner.caller();
  const { sql } = owner.database;
  const ids = Array.from({ length: SPANS }, (_, at) => idOf(at + 1));
  const of = sql`p.id, current_date, decode(${address.trace}, 'hex')`;
  const rows = sql`projects p, unnest(${[...ids, COPY]}::text[]) with ordinality as given (id, i) where slug = 'default'`;
  const at = sql`decode(given.id, 'hex'), now() + i * interval '1 second'`;
  await sql`insert into traces (project_id, day, trace_id, started_at, ended_at) select ${of}, now(), now() from projects p where slug = 'default'`;
  await sql`insert into spans (project_id, day, trace_id, span_id, started_at, kind, name, duration_ns, status, convention, request_model, duplicate_of)
    select ${of}, ${at}, 'generation', 'chat', 1, 'ok', 'subtext', 'model ' || i, case when given.id = ${COPY} then decode(${idOf(1)}, 'hex') end from ${rows}`;
  await sql`insert into tool_calls (project_id, day, trace_id, span_id, started_at, call_index, described_by, type, tool_name,
    status, thinking_state, thought_preview) select ${of}, ${at}, 0, 'generation', 'function', 'x', 'ok', 'full', 't' || i from ${rows} and given.id <> ${COPY}`;
});
afterAll(() => owner.close());

const named = async () => decodeSkeleton((await caller.trace.skeleton(address)).rows).spans.map(({ id }) => id);
const short = (number: number) => idOf(number).slice(0, 8);

it('are whole as far as a page has them already and where two begin alike, else the half of their ids', async () => {
  const names = await named();
  expect(names.slice(0, OPENING_SPANS)).toEqual(Array.from({ length: OPENING_SPANS }, (_, at) => idOf(at + 1)));
  const last = [SPANS - 5, SPANS - 4, SPANS - 3, SPANS - 2].map(short);
  expect(names.slice(OPENING_SPANS)).toEqual([...last, idOf(SPANS - 1), idOf(SPANS)]);
});

it('return the span that is meant, in every procedure', async () => {
  const names = await named();
  for (const [at, spanId] of names.entries()) {
    if (at < OPENING_SPANS - 1) continue;
    expect(await caller.trace.receipt({ ...address, spanId })).toMatchObject({ requestModel: `model ${at + 1}` });
  }
  const calls = names.slice(OPENING_SPANS).map((name) => `${name}.0`);
  const previews = await caller.trace.previews({ ...address, calls: calls.join(',') });
  const known = new Map(previews.flatMap(({ spanId, thought }) => namesOf(spanId).map((name) => [name, thought])));
  expect(names.slice(OPENING_SPANS).map((name) => known.get(name))).toEqual(
    names.slice(OPENING_SPANS).map((_, at) => `t${OPENING_SPANS + at + 1}`),
  );
  expect(await caller.trace.around({ ...address, spanId: short(SPANS - 3) })).toMatchObject({ spans: SPANS });
});

it('are not found when no span has them, or more than one, or one of another trace', async () => {
  const notFound = { code: 'NOT_FOUND' };
  for (const spanId of [short(SPANS), 'ffffffff'])
    await expect(caller.trace.receipt({ ...address, spanId })).rejects.toMatchObject(notFound);
  const elsewhere = { ...address, trace: `${'0'.repeat(31)}1`, spanId: short(SPANS - 3) };
  await expect(caller.trace.receipt(elsewhere)).rejects.toMatchObject(notFound);
  expect(await caller.trace.previews({ ...address, calls: `${short(SPANS)}.0,ffffffff.0` })).toEqual([]);
  for (const spanId of ['', 'fffffff', 'fffffffff', 'FFFFFFFF', '%fffffff'])
    await expect(caller.trace.receipt({ ...address, spanId })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

it('stay not found, instead of another span, when one that begins alike has arrived since', async () => {
  const before = (await named())[SPANS - 4]!;
  expect(before).toBe(short(SPANS - 3));
  const { sql } = owner.database;
  await sql`insert into spans (project_id, day, trace_id, span_id, started_at, kind, name, duration_ns, status, convention)
    select project_id, day, trace_id, decode(${`${before}44444444`}, 'hex'), now() + interval '1 hour', kind, name, 1, status, convention
    from spans where span_id = decode(${idOf(1)}, 'hex')`;
  await sql`update traces set updated_at = now() where trace_id = decode(${address.trace}, 'hex')`;
  await expect(caller.trace.receipt({ ...address, spanId: before })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const after = await named();
  expect([after[SPANS - 4], after.at(-1)]).toEqual([idOf(SPANS - 3), `${before}44444444`]);
});
