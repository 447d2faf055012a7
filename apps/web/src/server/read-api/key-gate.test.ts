// Every operation of /api/v1 and every question of /mcp × every kind of key. Both lists are generated, from the document
// of the API and from the MCP server itself, so that a new operation cannot be forgotten.
import {
  API_KEY_SCOPES,
  createApiKey,
  createExportTarget,
  createWriteBatch,
  ensureProject,
  exportTargets,
  requestExport,
  revokeApiKey,
  writeScores,
  type ApiKeyScope,
} from '@subtext/db';
import { randomUUID } from 'node:crypto';
import { storableSpan } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerMcp } from '../mcp/answer.ts';
import { MARKED_SPAN, storeMarkedTrace } from '../testing/marked-trace.ts';
import { connectedClient } from '../testing/mcp-client.ts';
import { storeEvidence } from '../testing/stored-evidence.ts';
import { openOwner, TEST_ENV, type Owner } from '../testing/owner.ts';
import { serve, type Served } from '../testing/serve.ts';
import { answer, type ReadApiServices } from './answer.ts';
import { describeApi } from './document.ts';

const [OURS, THEIRS] = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];
/** In every text of our trace, and in everything of the other project. */
const [TEXT, FOREIGN] = ['PELICANTEXT', 'HERONFOREIGN'];

interface Operation {
  /** `get /api/v1/traces` */
  name: string;
  method: string;
  path: string;
}

const OPERATIONS: readonly Operation[] = Object.entries(describeApi('http://localhost').paths ?? {}).flatMap(
  ([path, methods]) => Object.keys(methods).map((method) => ({ name: `${method} ${path}`, method, path })),
);

/** An operation that reads needs one of these, unless it is named below. */
const READS: readonly ApiKeyScope[] = ['read', 'figures'];
/** Only texts, so that "figures" gets nothing. */
const ONLY_TEXTS = ['get /api/v1/search', 'get /api/v1/export', 'get /api/v1/traces/{id}'];
const RECEIPTS = [
  ...['get /api/v1/deletions', 'get /api/v1/deletions/{id}'],
  ...['get /api/v1/exports', 'get /api/v1/exports/{id}'],
  ...['get /api/v1/experiments', 'get /api/v1/experiments/{id}'],
];
const WRITES: Readonly<Record<string, { scope: ApiKeyScope; body: object }>> = {
  'post /api/v1/scores': { scope: 'scores', body: { trace_id: OURS, name: 'quality', number: 1 } },
  'post /api/v1/marks': { scope: 'scores', body: { trace_id: OURS, add_tags: ['checked'] } },
  'post /api/v1/exports': { scope: 'admin', body: { target: 'warehouse' } },
  'post /api/v1/experiments': {
    scope: 'admin',
    body: { name: 'x', variants: [{ effort: 'low' }], budget: 1, range: 'all', runs_on: 'worker' },
  },
  'post /api/v1/experiments/{id}/stop': { scope: 'admin', body: {} },
  'post /api/v1/experiments/{id}/question': { scope: 'admin', body: {} },
  'post /api/v1/experiments/{id}/hold': { scope: 'admin', body: {} },
  'post /api/v1/experiments/{id}/answer': { scope: 'admin', body: {} },
  'post /api/v1/deletions': { scope: 'admin', body: { user: 'nobody' } },
};
/** Operations that show the marked texts of our trace, so that their absence for others says something. */
const SHOWS_TEXT = [
  ...['get /api/v1/traces/{id}', 'get /api/v1/traces/{id}/steps', 'get /api/v1/search'],
  ...['get /api/v1/traces/{id}/evidence', 'get /api/v1/traces/{id}/steps/{step}/evidence'],
];

/** Query and path parameters that an operation does not work without. */
const asked = (path: string, trace: string): string => {
  const queries: Readonly<Record<string, string>> = {
    '/api/v1/search': '?q=text',
    '/api/v1/compare': `?a=${OURS}&b=${trace}`,
    '/api/v1/releases/compare': '?a=1&b=2',
  };
  return path.replace('{id}', trace).replace('{step}', '1') + (queries[path] ?? '');
};

let owner: Owner;
let services: ReadApiServices;
let mcp: Served;
let projectId: string;

beforeAll(async () => {
  owner = await openOwner();
  const { sql } = owner.database;
  services = { prisma: owner.prisma, sql, reads: owner.reads, env: TEST_ENV };
  projectId = (await ensureProject(sql, { slug: 'default', name: 'Default' })).id;
  const foreign = (await ensureProject(sql, { slug: 'foreign', name: FOREIGN })).id;
  await storeMarkedTrace(sql, { project: projectId, traceId: OURS, mark: TEXT });
  await storeMarkedTrace(sql, { project: foreign, traceId: THEIRS, mark: FOREIGN });
  for (const [project, traceId] of [
    [projectId, OURS],
    [foreign, THEIRS],
  ] as const)
    await storeEvidence(sql, {
      ...{ projectId: project, traceId, spanId: MARKED_SPAN, seenIn: MARKED_SPAN, argument: 'order' },
    });
  await createWriteBatch(sql)([
    { ...storableSpan({ traceId: THEIRS, span: { spanId: '2'.repeat(16), name: FOREIGN } }), projectId: foreign },
  ]);
  const score = { name: FOREIGN, number: 1, label: null, thumbs: null, comment: FOREIGN, source: 'api' as const };
  const by = { authorId: null, keyId: null, idempotencyKey: FOREIGN, at: new Date().toISOString() };
  await writeScores(sql, [
    { projectId: foreign, traceId: THEIRS, spanId: MARKED_SPAN, target: 'step', ...score, ...by },
  ]);
  const savedBy = { id: 'eve', email: FOREIGN };
  for (const [project, name] of [
    [projectId, 'warehouse'],
    [foreign, FOREIGN],
  ] as const) {
    const [id, place] = [randomUUID(), { kind: 'directory', folder: name } as const];
    const target = { projectId: project, id, name, place, format: 'jsonl', secret: null, isHourly: false } as const;
    await createExportTarget(sql, { ...target, savedBy });
  }
  const [theirs] = await exportTargets(sql, foreign);
  const run = { kind: 'full', isScheduled: false, requestedBy: savedBy } as const;
  await requestExport(sql, { projectId: foreign, targetId: theirs!.id, ...run });
  mcp = await serve((request) => answerMcp(request, services));
});
afterAll(async () => {
  await mcp.close();
  await owner.close();
});

const keyWith = async (scopes: readonly ApiKeyScope[], expiresAt?: Date) =>
  createApiKey(owner.database.sql, { projectId, name: scopes.join(), scopes: [...scopes], expiresAt });

async function send({ name, method, path }: Operation, secret: string | undefined, trace = OURS) {
  const url = new URL(`http://localhost${asked(path, trace)}`);
  const headers = { ...(secret && { authorization: `Bearer ${secret}` }), 'content-type': 'application/json' };
  const body = method === 'get' ? undefined : JSON.stringify(WRITES[name]?.body);
  const request = new Request(url, { method: method.toUpperCase(), headers, ...(body && { body }) });
  const response = await answer(request, url.pathname.split('/').slice(3), services);
  return { status: response.status, text: await response.text() };
}

function mayUse(name: string, scope: ApiKeyScope): boolean {
  if (RECEIPTS.includes(name)) return scope === 'admin';
  return WRITES[name] ? WRITES[name].scope === scope : READS.includes(scope);
}

async function keysThatAreNone(): Promise<[what: string, secret: string | undefined][]> {
  const revoked = await keyWith(API_KEY_SCOPES);
  await revokeApiKey(owner.database.sql, { projectId, id: revoked.id });
  const expired = await keyWith(API_KEY_SCOPES, new Date(Date.now() - 1000));
  return [
    ['no key', undefined],
    ['an unknown key', `sbtx_live_${'0'.repeat(40)}`],
    ['a revoked key', revoked.key],
    ['an expired key', expired.key],
  ];
}

/** What a refused write must leave as it was. */
const stored = async () => {
  const { sql } = owner.database;
  const [row] = await sql`SELECT (SELECT count(*) FROM scores) AS scores, (SELECT count(*) FROM traces) AS traces,
    (SELECT count(*) FROM deletions) AS deletions, (SELECT count(*) FROM export_runs) AS exports,
    (SELECT count(*) FROM experiments) AS experiments`;
  return row;
};

it('knows how to ask every operation', () => {
  const writes = OPERATIONS.filter(({ method }) => method !== 'get').map(({ name }) => name);
  expect(writes.toSorted()).toEqual(Object.keys(WRITES).toSorted());
  const names = OPERATIONS.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...ONLY_TEXTS, ...SHOWS_TEXT]));
});

describe.each(OPERATIONS)('$name', (operation) => {
  const { name } = operation;

  it('is refused without a key that works', async () => {
    for (const [what, secret] of await keysThatAreNone())
      expect([what, (await send(operation, secret)).status]).toEqual([what, 401]);
  });

  it('is refused to each scope that it does not need, and then changes nothing', async () => {
    const before = await stored();
    for (const scope of API_KEY_SCOPES.filter((one) => !mayUse(name, one))) {
      const { status } = await send(operation, (await keyWith([scope])).key);
      expect([scope, status]).toEqual([scope, 403]);
    }
    expect(await stored()).toEqual(before);
  });

  it('says nothing of another project', async () => {
    const all = await keyWith(API_KEY_SCOPES);
    const answers = [await send(operation, all.key), await send(operation, all.key, THEIRS)];
    for (const { status, text } of answers) {
      expect(status).toBeLessThan(500);
      expect(text).not.toContain(FOREIGN);
    }
    if (SHOWS_TEXT.includes(name)) expect(answers[0]!.text).toContain(TEXT);
  });

  it('shows no text to a key with the scope "figures"', async () => {
    const { status, text } = await send(operation, (await keyWith(['figures'])).key);
    expect(text).not.toContain(TEXT);
    if (ONLY_TEXTS.includes(name)) expect(status).toBe(403);
  });
});

describe('/mcp', () => {
  const connected = (secret: string) => connectedClient(mcp.url, secret);

  /** The answers to all questions, by name. `trace` is asked about wherever a question takes a run. */
  async function allAnswers(secret: string, trace: string): Promise<Map<string, string>> {
    const client = await connected(secret);
    const { tools } = await client.listTools();
    const answers = new Map<string, string>();
    for (const { name, inputSchema } of tools) {
      const known = { run: trace, a: OURS, b: trace, step: '1', words: 'text', q: '' };
      const takes = Object.keys(inputSchema.properties ?? {});
      const given = Object.fromEntries(Object.entries(known).filter(([parameter]) => takes.includes(parameter)));
      const { content } = await client.callTool({ name, arguments: given });
      answers.set(name, JSON.stringify(content));
    }
    await client.close();
    return answers;
  }

  it('answers no question without a key that works, or with one of another scope', async () => {
    for (const [what, secret] of await keysThatAreNone())
      await expect(connected(secret ?? ''), what).rejects.toThrow(/key/i);
    for (const scope of API_KEY_SCOPES.filter((one) => !READS.includes(one)))
      await expect(connected((await keyWith([scope])).key), scope).rejects.toThrow(/scope/);
  });

  it('says nothing of another project in any answer', async () => {
    const { key } = await keyWith(['read']);
    const [ours, theirs] = [await allAnswers(key, OURS), await allAnswers(key, THEIRS)];
    expect(ours.get('why')).toContain(TEXT);
    for (const [name, text] of [...ours, ...theirs]) expect(text, name).not.toContain(FOREIGN);
    expect([...ours.values()].join()).not.toMatch(/Invalid|invalid_type/);
  });

  it('shows no text in any answer to a key with the scope "figures"', async () => {
    const answers = await allAnswers((await keyWith(['figures'])).key, OURS);
    expect(answers.size).toBeGreaterThan(7);
    for (const [name, text] of answers) expect(text, name).not.toContain(TEXT);
  });
});
