// The stream of a project from end to end: spans through the real write path into a real database, events over real
// HTTP.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, createPrisma, createWriteBatch, ensureProject } from '@subtext/db';
import { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from '@subtext/trace';
import type { PrismaClient, Sql, WriteBatch } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveStepsEvent, LiveTraceNews } from '../../../lib/live/live-event.ts';
import { createAuth } from '../../sign-in/auth.ts';
import { STREAMS_OF_A_USER } from '../../live/stream-limit.ts';
import { liveShared } from '../../live/live-shared.ts';
import { ownerLink } from '../../sign-in/owner-link.ts';
import { ownDefaultProject } from '../../testing/own-default-project.ts';
import { appRouter } from '../index.ts';
import { readsOf, TEST_ENV as env } from '../../testing/owner.ts';

let database: TestDatabase;
let prisma: PrismaClient;
/** The pool of the web process, whose connections the tests cut. */
let web: Sql;
let server: Server;
let write: WriteBatch;
let mine: string;
let foreign: string;
let session: string;

/** The session on which the streams of the tests rest. */
async function signIn(): Promise<void> {
  const { id: userId } = await prisma.user.findFirstOrThrow();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await prisma.session.create({ data: { id: session, userId, token: session, expiresAt } });
}

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url);
  web = connect(database.url, { applicationName: 'streams under test' });
  write = createWriteBatch(database.sql);
  await ownerLink({ prisma, env });
  await ownDefaultProject(database.sql);
  const me = await prisma.user.findFirstOrThrow();
  mine = (await prisma.project.findFirstOrThrow({ where: { slug: 'default' } })).id;
  foreign = (await ensureProject(database.sql, { slug: 'foreign', name: 'Foreign' })).id;
  session = randomUUID();
  const reads = readsOf(database);
  const context = { prisma, sql: web, reads, env, auth: createAuth({ prisma, env }), requestId: 'test' };
  const credential = { kind: 'session', id: session } as const;
  await signIn();
  // The user is a header here, because sessions have their own tests.
  const handler = createHTTPHandler({
    router: appRouter,
    createContext: ({ req }) => ({
      ...context,
      user: () =>
        Promise.resolve(
          req.headers['x-user'] === 'me'
            ? { id: me.id, name: '', email: '', hasSecondFactor: false, hasProvenPasskey: false, credential }
            : undefined,
        ),
    }),
  });
  server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await web.end();
  await prisma.$disconnect();
  await database.drop();
});

let spans = 0;
function spanOf(traceId: string, projectId = mine) {
  const spanId = (spans += 1).toString(16).padStart(16, '0');
  const startedAt = new Date().toISOString();
  const call = {
    ...BLANK_CALL,
    callId: `call_${spanId}`,
    toolName: 'get_order',
    startedAt,
    thinkingState: 'none' as const,
  };
  const span = { ...BLANK_SPAN, spanId, kind: 'generation' as const, name: 'chat', startedAt, status: 'ok' as const };
  const trace = { ...BLANK_FACTS, endedAt: startedAt, asked: `Question of ${projectId === mine ? 'mine' : 'theirs'}` };
  return { projectId, traceId, span, calls: [call], trace, price: null, body: '{}' };
}
async function store(traceId: string, count: number, projectId = mine): Promise<string[]> {
  const stored = Array.from({ length: count }, () => spanOf(traceId, projectId));
  await write(stored);
  return stored.map(({ span }) => span.spanId);
}
const trace = (digit: string) => digit.repeat(32);

interface Opened {
  /** Events until `enough` says so, or the server ends the stream. */
  until(enough: (events: Event[]) => boolean): Promise<Event[]>;
  /** Other events: a refusal is an event with its own name. */
  other: string[];
  close(): void;
}
interface Event {
  id: string;
  data: LiveStepsEvent;
}

async function open(input: { project?: string; q?: string; lastEventId?: string } = {}, user = 'me'): Promise<Opened> {
  const asked = encodeURIComponent(superjson.stringify({ project: 'default', q: '', ...input }));
  const abort = new AbortController();
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/live.steps?input=${asked}`, {
    headers: { 'x-user': user, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const events: Event[] = [];
  const other: string[] = [];
  return {
    other,
    close: () => abort.abort(),
    async until(enough) {
      while (!enough(events)) {
        const { value, done } = await reader.read();
        if (done) return events;
        text += value;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        events.push(...blocks.flatMap(eventOf));
        other.push(...blocks.filter((block) => eventOf(block).length === 0));
      }
      return events;
    },
  };
}

/** As server-sent events are written; those with a name of their own are tRPC's. */
function eventOf(block: string): Event[] {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
  const [id, data] = [field('id'), field('data')];
  if (id === undefined || !data || field('event')) return [];
  return [{ id, data: superjson.deserialize(JSON.parse(data) as never) }];
}

const newsOf = (events: Event[], kind = 'steps'): LiveTraceNews[] =>
  events.flatMap(({ data }) =>
    'news' in data && data.kind === kind ? (JSON.parse(data.news) as LiveTraceNews[]) : [],
  );
const freshOf = (events: Event[]) => newsOf(events).flatMap((news) => news.fresh);
const hasBegun = (events: Event[]) => events.some(({ data }) => data.kind === 'here');

describe('the stream of a project', () => {
  it('begins with the newest steps and goes on with what is stored, each span once', async () => {
    const before = await store(trace('a'), 3);
    const stream = await open();
    const begun = await stream.until(hasBegun);
    expect(
      newsOf(begun, 'recent')
        .flatMap((news) => news.fresh)
        .sort(),
    ).toEqual(before);
    const after = [...(await store(trace('a'), 2)), ...(await store(trace('b'), 300))];
    const events = await stream.until((all) => freshOf(all).length >= after.length);
    expect(freshOf(events).sort()).toEqual(after.sort());
    expect(newsOf(events)[0]).toMatchObject({ title: 'Question of mine', calls: [{ tool: 'get_order' }, {}] });
    stream.close();
  });

  it('gives the length of the placeholder of a thought that is not kept, as the trace page does', async () => {
    const stream = await open();
    await stream.until(hasBegun);
    const [held, kept] = [spanOf(trace('9')), spanOf(trace('9'))];
    const mark = '[1204 characters]';
    Object.assign(held.calls[0]!, { thoughtPreview: mark });
    Object.assign(kept.calls[0]!, { thoughtPreview: 'Of [1204 characters] nothing is missing.' });
    await write([held, kept]);
    const events = await stream.until((all) => freshOf(all).length >= 2);
    const told = newsOf(events).flatMap(({ calls }) => calls.map((call) => [call.spanId, call.heldThought]));
    expect(Object.fromEntries(told)).toEqual({
      [held.span.spanId]: 'length only · 1,204 characters'.length,
      [kept.span.spanId]: null,
    });
    stream.close();
  });

  it('sends traces in the order in which they were stored, even within one moment', async () => {
    const stream = await open();
    await stream.until(hasBegun);
    const spans = Array.from({ length: 40 }, (_, index) =>
      spanOf(((index * 7919) % 65_537).toString(16).padStart(32, 'f')),
    );
    await write(spans);
    const events = await stream.until((all) => freshOf(all).length >= spans.length);
    expect(freshOf(events)).toEqual(spans.map(({ span }) => span.spanId));
    stream.close();
  });

  it('is resumed at any of its events without losing or repeating a span', async () => {
    const first = await open();
    await first.until(hasBegun);
    // In pieces of 250: the connection is cut in the middle of them.
    const stored = await store(trace('c'), 700);
    const events = await first.until((all) => freshOf(all).length >= 250);
    first.close();
    const missed = await store(trace('c'), 40);
    const seen = freshOf(events);
    let { id } = events.at(-1)!;
    while (seen.length < stored.length + missed.length) {
      const next = await open({ lastEventId: id });
      const [event] = (await next.until((all) => freshOf(all).length > 0)).filter(({ data }) => data.kind === 'steps');
      next.close();
      seen.push(...freshOf([event!]));
      ({ id } = event!);
    }
    expect(seen.sort()).toEqual([...stored, ...missed].sort());
  });

  it('says so when it cannot continue from a position, and starts again', async () => {
    const places = ['nowhere', '1~1:1:', `${Date.now() * 2}~5:9:7`, `${Date.now()}~9:5:`, `${Date.now()}~1:9:3,,4`];
    for (const lastEventId of places) {
      const stream = await open({ lastEventId });
      const events = await stream.until((all) => all.some(({ data }) => data.kind === 'recent'));
      expect(events.map(({ data }) => data.kind)).toEqual(['gap', 'recent']);
      stream.close();
    }
  });

  it('sends only what matches the filter', async () => {
    const stream = await open({ q: 'session:checkout colour:red' });
    await stream.until(hasBegun);
    await store(trace('d'), 1);
    const wanted = spanOf(trace('e'));
    await write([{ ...wanted, trace: { ...wanted.trace, sessionId: 'checkout' } }]);
    const events = await stream.until((all) => freshOf(all).length > 0);
    expect(newsOf(events).map((news) => news.id)).toEqual([trace('e')]);
    stream.close();
  });

  it('goes on after the database was away', async () => {
    const stream = await open();
    await stream.until(hasBegun);
    await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'streams under test'`;
    const stored = await store(trace('f'), 5);
    const events = await stream.until((all) => freshOf(all).length >= stored.length);
    expect(freshOf(events).sort()).toEqual(stored);
    stream.close();
  });
});

describe('who may follow', () => {
  it('is a member of the project, and sees nothing of another one, not even with its place', async () => {
    const stream = await open();
    const begun = await stream.until(hasBegun);
    // The same trace id: ids are no secret.
    await store(trace('a'), 1, foreign);
    const own = await store(trace('a'), 1);
    const events = await stream.until((all) => freshOf(all).length > 0);
    expect(freshOf(events)).toEqual(own);
    expect(newsOf(events).map((news) => news.title)).toEqual(['Question of mine']);
    stream.close();
    const { id } = begun.at(-1)!;
    expect(await refusal(await open({ project: 'foreign', lastEventId: id }))).toContain('NOT_FOUND');
    expect(await refusal(await open({ lastEventId: id }, 'nobody'))).toContain('UNAUTHORIZED');
  });

  it('holds a bounded number of streams, and leaves nothing behind when it goes away', async () => {
    const station = liveShared(web);
    await whenTrue(() => station.seats.taken === 0);
    const streams = await Promise.all(Array.from({ length: STREAMS_OF_A_USER }, () => open()));
    await Promise.all(streams.map((stream) => stream.until(hasBegun)));
    const [event] = await (await open()).until((all) => all.length > 0);
    expect(event?.data).toEqual({ kind: 'refused', streams: STREAMS_OF_A_USER });
    expect([station.seats.taken, station.bell.watched]).toEqual([STREAMS_OF_A_USER, 1]);
    for (const stream of streams) stream.close();
    await whenTrue(() => station.seats.taken === 0 && station.bell.watched === 0);
  });
});

/** The required limit, plus time for a machine that is busy with other tests. */
const ENDS_WITHIN_MS = 5_000 + 5_000;

describe('a stream that is open ends within 5 s', () => {
  const joins = { projectId: '', userId: '', role: 'owner' };
  beforeAll(async () => {
    Object.assign(joins, await prisma.projectMember.findFirstOrThrow({ where: { projectId: mine } }));
  });

  /** The events that the reader gets after `end` was done and spans were stored. */
  async function endOf(stream: Opened, end: () => Promise<unknown>): Promise<string> {
    await stream.until(hasBegun);
    const timer = setTimeout(() => stream.close(), ENDS_WITHIN_MS);
    await end();
    await stream.until(() => stream.other.some((block) => block.includes('serialized-error')));
    clearTimeout(timer);
    await whenTrue(() => liveShared(web).access.watched === 0);
    return stream.other.join();
  }

  it('of a removed membership', async () => {
    const end = () => database.sql`DELETE FROM project_members WHERE project_id = ${mine}`;
    try {
      expect(await endOf(await open(), end)).toContain('NOT_FOUND');
    } finally {
      await prisma.projectMember.create({ data: joins });
    }
  });

  it('of a session that was signed out, and of one whose time is over', async () => {
    expect(await endOf(await open(), () => prisma.session.delete({ where: { id: session } }))).toContain(
      'UNAUTHORIZED',
    );
    await signIn();
    const expire = () => database.sql`UPDATE sessions SET expires_at = now() WHERE id = ${session}`;
    expect(await endOf(await open(), expire)).toContain('UNAUTHORIZED');
    await database.sql`UPDATE sessions SET expires_at = now() + interval '1 hour' WHERE id = ${session}`;
  });
});

async function refusal(stream: Opened): Promise<string> {
  expect(await stream.until(() => stream.other.some((block) => block.includes('serialized-error')))).toEqual([]);
  stream.close();
  return stream.other.join();
}

/** The server hears of a closed connection a moment later; vitest's own limit ends the wait. */
async function whenTrue(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}
