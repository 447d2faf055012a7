// Access by share link without a session, tested from outside: the real client over the real handler, a real database,
// every byte checked.
import { createPrisma, createShareLink, ensureProject, type PrismaClient } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { createTRPCClient } from '@trpc/client';
import { httpLink } from '@trpc/client/links/httpLink';
import superjson from 'superjson';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_BATCHED } from '../../lib/requests/most-batched.ts';
import { NOT_SHARED, SHARED_KINDS, SHARED_PROJECT, type Shows } from '../../lib/traces/share.ts';
import { decodeSkeleton } from '../../lib/skeleton/skeleton.ts';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import type { User } from '../access/access.ts';
import { createAuth } from '../sign-in/auth.ts';
import { ownerLink } from '../sign-in/owner-link.ts';
import { ownDefaultProject } from '../testing/own-default-project.ts';
import { appRouter, createCaller, type AppRouter, type Caller } from '../routers/index.ts';
import { shareRouter } from '../routers/trace/share.ts';
import { answerShare } from './share-endpoint.ts';
import { MARKED_SPAN, storeMarkedTrace, type MarkedTrace } from '../testing/marked-trace.ts';
import { readsOf, TEST_ENV as env } from '../testing/owner.ts';

const TRACE = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const ALL: Shows = { thoughts: true, said: true, arguments: true, results: true };
const NONE: Shows = { thoughts: false, said: false, arguments: false, results: false };

/** Words that mark each kind of text, to find them in any response. */
const MARKS = {
  thoughts: ['THOUGHTMARK'],
  said: ['ASKEDMARK', 'PREAMBLEMARK', 'ANSWERMARK'],
  arguments: ['ARGUMENTMARK'],
  results: ['RESULTMARK', 'ERRORMARK'],
} as const;
/** Values that no link shows, for any shown kinds. */
const NEVER = [
  'PAYLOADMARK',
  'SESSIONMARK',
  'USERMARK',
  'ENVMARK',
  'RELEASEMARK',
  'SERVICEMARK',
  'TAGMARK',
  'FOREIGNMARK',
];
const SAID_MARKS: readonly string[] = Object.values(MARKS).flat();

let database: TestDatabase;
const store = (trace: MarkedTrace) => storeMarkedTrace(database.sql, trace);
let prisma: PrismaClient;
let me: User;
let projectId: string;
let member: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  prisma = createPrisma(database.url);
  await ownerLink({ prisma, env });
  await ownDefaultProject(database.sql);
  const owner = await prisma.user.findFirstOrThrow();
  me = {
    ...{ id: owner.id, name: owner.name, email: owner.email, hasSecondFactor: false, hasProvenPasskey: false },
    credential: { kind: 'session', id: 'of no cookie' },
  };
  projectId = (await prisma.project.findFirstOrThrow({ where: { slug: 'default' } })).id;
  const foreign = await ensureProject(database.sql, { slug: 'foreign', name: 'Foreign' });
  const user = () => Promise.resolve(me);
  const context = {
    prisma,
    sql: database.sql,
    reads: readsOf(database),
    env,
    auth: createAuth({ prisma, env }),
    user,
    requestId: 'test',
  };
  member = createCaller(context);
  await store({ project: projectId, traceId: TRACE, mark: '' });
  await store({ project: projectId, traceId: OTHER, mark: 'FOREIGNMARK' });
  await store({ project: foreign.id, traceId: TRACE, mark: 'FOREIGNMARK' });
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

async function make(shows: Shows): Promise<string> {
  const key = { projectId, traceId: TRACE };
  const made = await createShareLink(database.sql, key, { shows, expiresInDays: 7, createdBy: me.id });
  return made!.token;
}

/** Requests like the page of the link, and records all received bytes. */
function open(token: string) {
  const wire: string[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    // A signed-in browser would send this cookie, too; it must have no effect.
    const request = new Request(url, { method: init?.method, headers: { cookie: 'subtext.session_token=x' } });
    const answer = await answerShare(request, token, { sql: database.sql, reads: readsOf(database) });
    wire.push(await answer.clone().text());
    return answer;
  };
  const url = `http://localhost:3000/s/${token}/api`;
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url, transformer: superjson, fetch: fetch as never })],
  });
  return { trace: client.trace, wire };
}

const ADDRESS = { project: SHARED_PROJECT, trace: TRACE };
const FIELDS = ['thought', 'preamble', 'arguments', 'result'] as const;

/** Calls every procedure for the trace; refusals are allowed. */
async function askEverything(token: string): Promise<string> {
  const { trace, wire } = open(token);
  const span = { ...ADDRESS, spanId: MARKED_SPAN };
  const texts = FIELDS.flatMap((field) =>
    [0, 1, 2].map((index) => trace.text.query({ ...span, index, field, block: 0, offset: 0 })),
  );
  await Promise.allSettled([
    trace.summary.query(ADDRESS),
    trace.skeleton.query(ADDRESS),
    trace.previews.query({ ...ADDRESS, calls: [0, 1, 2].map((index) => `${MARKED_SPAN}.${index}`).join(',') }),
    trace.growing.query({ ...ADDRESS, spans: MARKED_SPAN }),
    ...texts,
    trace.receipt.query(span),
    trace.hint.query(span),
    trace.cuts.query(span),
    trace.payload.query({ ...span, offset: 0 }),
    trace.seen.query({ ...span, offset: 0 }),
    trace.seenText.query({ ...span, section: 'message', index: 0, part: 0, offset: 0 }),
    trace.answerMedia.query(span),
    trace.mediaBytes.query({ ...span, from: 'request', index: 0, part: 0, item: 0 }),
    trace.conversation.query({ ...span, target: 'openai' } as never),
  ]);
  return wire.join('\n');
}

describe('a link that shows everything', () => {
  it('shows each text as a member sees it', async () => {
    const { trace } = open(await make(ALL));
    const asMember = { project: 'default', trace: TRACE };
    expect(await trace.summary.query(ADDRESS)).toMatchObject({
      id: TRACE,
      asked: ' ASKEDMARK text',
      steps: expect.any(Number),
    });
    const calls = `${MARKED_SPAN}.0,${MARKED_SPAN}.1`;
    expect(await trace.previews.query({ ...ADDRESS, calls })).toEqual(
      await member.trace.previews({ ...asMember, calls }),
    );
    const growing = { spans: MARKED_SPAN };
    expect((await trace.growing.query({ ...ADDRESS, ...growing })).spans).toEqual(
      (await member.trace.growing({ ...asMember, ...growing })).spans,
    );
    for (const field of FIELDS) {
      const piece = { spanId: MARKED_SPAN, index: 0, field, block: 0, offset: 0 };
      expect(await trace.text.query({ ...ADDRESS, ...piece })).toEqual(
        await member.trace.text({ ...asMember, ...piece }),
      );
    }
    const receipt = { spanId: MARKED_SPAN };
    expect(await trace.receipt.query({ ...ADDRESS, ...receipt })).toEqual(
      await member.trace.receipt({ ...asMember, ...receipt }),
    );
    expect(await trace.cuts.query({ ...ADDRESS, spanId: MARKED_SPAN })).toMatchObject([
      { attribute: 'gen_ai.tool.call.result' },
    ]);
    // The short name in the skeleton of a long trace.
    const name = MARKED_SPAN.slice(0, 8);
    expect(await trace.receipt.query({ ...ADDRESS, spanId: name })).toEqual(
      await trace.receipt.query({ ...ADDRESS, ...receipt }),
    );
    expect(await trace.previews.query({ ...ADDRESS, calls: `${name}.0` })).toMatchObject([{ spanId: MARKED_SPAN }]);
  });

  it('shows the same steps as a member sees', async () => {
    const { trace } = open(await make(ALL));
    const shared = await trace.skeleton.query(ADDRESS);
    const whole = await member.trace.skeleton({ project: 'default', trace: TRACE });
    const withoutKeys = (rows: string) => {
      const { spans, calls } = decodeSkeleton(rows);
      return { spans, calls: calls.map((row) => ({ ...row, argumentsKey: row.argumentsKey === null })) };
    };
    expect(withoutKeys(shared.rows)).toEqual(withoutKeys(whole.rows));
    expect(shared.links).toEqual([]);
  });

  it('shows nothing beyond: no span as it was sent, no session, no other trace', async () => {
    const all = await askEverything(await make(ALL));
    for (const mark of SAID_MARKS) expect(all).toContain(mark);
    for (const mark of [...NEVER, projectId, me.id, me.email]) expect(all).not.toContain(mark);
  });

  it.each(['payload', 'evidence', 'seen', 'seenText', 'answerMedia', 'mediaBytes', 'conversation'] as const)(
    'refuses %s and says so',
    async (name) => {
      const { trace } = open(await make(ALL));
      const asked = (trace[name].query as (input: object) => Promise<unknown>)(ADDRESS);
      await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('not shared') });
    },
  );
});

describe.each(SHARED_KINDS)('a link that does not show: $label', ({ kind }) => {
  it('lets none of it out, in any answer', async () => {
    const all = await askEverything(await make({ ...ALL, [kind]: false }));
    for (const mark of MARKS[kind]) expect(all).not.toContain(mark);
    for (const [other, marks] of Object.entries(MARKS))
      if (other !== kind) for (const mark of marks) expect(all).toContain(mark);
    expect(all).toContain(NOT_SHARED);
  });

  it('does not find it, so that a search does not reveal it', async () => {
    const { trace } = open(await make({ ...ALL, [kind]: false }));
    const whole = open(await make(ALL)).trace;
    for (const mark of MARKS[kind]) {
      expect(await trace.find.query({ ...ADDRESS, words: mark })).toEqual([]);
      if (mark !== 'ASKEDMARK' && mark !== 'ERRORMARK')
        expect(await whole.find.query({ ...ADDRESS, words: mark })).toHaveLength(1);
    }
  });
});

it('reveals neither the length of a hidden text nor a number made of it', async () => {
  const { trace } = open(await make(NONE));
  const { calls } = decodeSkeleton((await trace.skeleton.query(ADDRESS)).rows);
  const whole = decodeSkeleton((await member.trace.skeleton({ project: 'default', trace: TRACE })).rows);
  expect(whole.calls[0]).toMatchObject({ thoughtCharacters: 1234, argumentsKey: expect.any(Number) });
  expect(whole.calls[1]?.heldThought).toBe('length only · 1,204 characters'.length);
  expect(calls.map(({ thoughtCharacters }) => thoughtCharacters)).toEqual([null, 0, 0]);
  expect(calls.map(({ heldThought }) => heldThought)).toEqual([null, null, null]);
  expect(calls.map(({ otherCharacters }) => otherCharacters)).toEqual([null, null, null]);
  const keys = calls.map(({ argumentsKey }) => argumentsKey);
  expect(keys, 'an answer has none').toEqual([expect.any(Number), null, expect.any(Number)]);
  for (const key of keys) expect(key ?? 0).toBeLessThan(calls.length);
});

it('apportions nothing by lengths that are not shown, because a share would reveal them', async () => {
  const paid = (rows: string) => buildSteps(decodeSkeleton(rows)).steps.flatMap((step) => step.paid ?? []);
  const costs = (rows: string) => paid(rows).map(({ cost }) => cost);
  const { rows: whole } = await member.trace.skeleton({ project: 'default', trace: TRACE });
  const visited = async (shows: Shows) => (await open(await make(shows)).trace.skeleton.query(ADDRESS)).rows;
  expect(costs(whole).reduce<number>((sum, cost) => sum + (cost ?? NaN), 0)).toBe(4_100_000);
  expect(costs(await visited(ALL))).toEqual(costs(whole));
  for (const kind of ['thoughts', 'said', 'arguments'] as const) {
    const visitor = paid(await visited({ ...ALL, [kind]: false }));
    expect(visitor.map(({ cost, lack }) => [cost, lack])).toEqual([
      [null, 'lengths'],
      [null, 'lengths'],
    ]);
  }
  expect(costs(await visited({ ...ALL, results: false }))).toEqual(costs(whole));
});

it('shows no token count and no price that was estimated from a hidden text', async () => {
  const thought = async (shows: Shows) => {
    const { rows } = await open(await make(shows)).trace.skeleton.query(ADDRESS);
    const { reasoningTokens, reasoningCost, tokensSource } = decodeSkeleton(rows).calls[0]!;
    return [reasoningTokens, reasoningCost, tokensSource];
  };
  expect(await thought(ALL)).toEqual([308, 1000, 'apportioned']);
  expect(await thought({ ...ALL, thoughts: false })).toEqual([null, null, null]);
});

describe('the gate of links stands before every procedure', () => {
  const procedures = Object.keys(shareRouter._def.procedures);
  let token: string;
  beforeEach(async () => {
    token = await make(ALL);
  });

  async function ask(path: string, input: object, given = token): Promise<{ status: number; body: string }> {
    const query = encodeURIComponent(superjson.stringify(input));
    const url = `http://localhost:3000/s/${given}/api/${path}?input=${query}`;
    const answer = await answerShare(new Request(url), given, { sql: database.sql, reads: readsOf(database) });
    // The id is of the request alone.
    return { status: answer.status, body: (await answer.text()).replace(/"requestId":"\w+"/, '') };
  }

  it('knows every procedure of a trace, and no other', () => {
    const ofTrace = Object.keys(appRouter._def.procedures).filter((path) => path.startsWith('trace.'));
    expect(procedures.toSorted()).toEqual(ofTrace.toSorted());
  });

  it('answers no more questions in one request than a page asks', async () => {
    const askAtOnce = (questions: number) => {
      const url = `http://localhost:3000/s/${token}/api/${Array(questions).fill('trace.hint').join()}?batch=1`;
      const input = Object.fromEntries(
        Array.from({ length: questions }, (_, at) => [at, superjson.serialize(ADDRESS)]),
      );
      const request = new Request(`${url}&input=${encodeURIComponent(JSON.stringify(input))}`);
      return answerShare(request, token, { sql: database.sql, reads: readsOf(database) });
    };
    expect((await askAtOnce(MAX_BATCHED)).status).toBe(200);
    expect((await askAtOnce(MAX_BATCHED + 1)).status).toBe(400);
  });

  it.each(procedures)('%s answers every token that opens nothing alike', async (path) => {
    const revoked = await make(ALL);
    const over = await make(ALL);
    await database.sql`update share_links set revoked_at = now() where hash = sha256(${revoked}::bytea)`;
    await database.sql`update share_links set expires_at = now() - interval '1 second' where hash = sha256(${over}::bytea)`;
    const unknown = 'A'.repeat(43);
    const answers = [];
    for (const given of [unknown, revoked, over, 'short', 'A'.repeat(44), '..', '%00'])
      answers.push(await ask(path, ADDRESS, given));
    expect(answers[0]).toMatchObject({ status: 404 });
    expect(answers[0]!.body).toContain('This link does not work.');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it.each(procedures)('%s opens no other trace and no other project', async (path) => {
    const addresses = [
      { ...ADDRESS, trace: OTHER },
      { ...ADDRESS, trace: TRACE.toUpperCase() },
      { ...ADDRESS, project: 'foreign' },
      { ...ADDRESS, project: 'default' },
    ];
    for (const address of addresses)
      expect(await ask(path, { ...address, spanId: MARKED_SPAN }), JSON.stringify(address)).toMatchObject({
        status: 404,
      });
    expect((await ask(path, {})).status).toBe(400);
  });

  it.each(procedures)('%s ends with the membership of who made the link', async (path) => {
    await database.sql`delete from project_members where user_id = ${me.id}`;
    const answer = await ask(path, ADDRESS);
    await database.sql`insert into project_members (project_id, user_id, role) values (${projectId}, ${me.id}, 'owner')`;
    expect(answer.status).toBe(404);
  });

  it('opens nothing of the app besides', async () => {
    for (const path of ['keys.list', 'shareLinks.list', 'shareLinks.create', 'traces.list', 'live.recent'])
      expect(await ask(path, ADDRESS), path).toMatchObject({ status: 404 });
  });

  it('changes nothing', () => {
    const known = shareRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
    for (const path of procedures) expect(known[path]?._def.type, path).toBe('query');
  });
});

describe('links, as members make them', () => {
  const asMember = { project: 'default', trace: TRACE };

  it('are made, listed without their hash, opened, and opened no more once revoked', async () => {
    await database.sql`delete from share_links`;
    const { id, token } = await member.shareLinks.create({ ...asMember, shows: NONE, expiresInDays: null });
    const list = await member.shareLinks.list(asMember);
    expect(list).toMatchObject([{ id, shows: NONE, createdBy: me.email, expiresAt: null, lastUsedAt: null }]);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`hash|${token}`));
    expect(await open(token).trace.summary.query(ADDRESS)).toMatchObject({ id: TRACE });
    expect(await member.shareLinks.list(asMember)).toMatchObject([{ lastUsedAt: expect.any(Date) }]);
    await member.shareLinks.revoke({ ...asMember, id });
    await expect(open(token).trace.summary.query(ADDRESS)).rejects.toMatchObject({ data: { code: 'NOT_FOUND' } });
    await expect(member.shareLinks.revoke({ ...asMember, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are not revoked or listed by way of another trace, and not made for one that is not there', async () => {
    const { id } = await member.shareLinks.create({ ...asMember, shows: ALL, expiresInDays: 1 });
    const elsewhere = { project: 'default', trace: OTHER };
    await expect(member.shareLinks.revoke({ ...elsewhere, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await member.shareLinks.list(elsewhere)).toEqual([]);
    const missing = { project: 'default', trace: 'f'.repeat(32), shows: ALL, expiresInDays: 1 } as const;
    await expect(member.shareLinks.create(missing)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(member.shareLinks.create({ ...missing, expiresInDays: 365 as never })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});
