/**
 * Secrets planted everywhere, sent through the real endpoint; then every column of every table is searched for them.
 */
import { randomBytes } from 'node:crypto';
import { saveProjectRules } from '@subtext/db';
import { projectRules } from '@subtext/privacy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES, SEMCONV_C, THOUGHT } from '@subtext/conventions/testing';
import { everythingStored, holds } from '../testing/everything-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { jsonLog, jsonLogs } from '../testing/otlp-logs.ts';
import { bytesOf, planted, projectOn, word } from '../testing/planted.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const projectWith = (rules: object, on: TestIngest = server) => projectOn(on, rules);

describe.each(FIXTURES)('$title', (fixture) => {
  it('is stored without the entities that are masked, and still read', async () => {
    const secret = `${word()}@secret.example`;
    const { send, projectId } = await projectWith({ mask: { entities: ['e-mail'] } });
    const everywhere = { reasoning: secret, text: secret, arguments: secret, results: secret };
    expect(await send(bytesOf(planted(fixture, everywhere), secret))).toBe(200);
    const stored = await everythingStored(server.database.sql);
    expect(holds(stored, secret)).toBe(false);
    expect(stored).toContain('[masked: e-mail]');
    const conventions = await server.database
      .sql`SELECT DISTINCT convention FROM spans WHERE project_id = ${projectId}`;
    expect(conventions.map((row) => row.convention as string)).toEqual([fixture.convention]);
  });

  it.each(['reasoning', 'text', 'arguments', 'results'] as const)(
    'keeps no %s of a project that wants none',
    async (kind) => {
      const secrets = { reasoning: word(), text: word(), arguments: word(), results: word() };
      for (const level of ['none', 'length', 'hash']) {
        const { send } = await projectWith({ capture: { [kind]: level } });
        expect(await send(bytesOf(planted(fixture, secrets)))).toBe(200);
      }
      const stored = await everythingStored(server.database.sql);
      expect(holds(stored, secrets[kind])).toBe(false);
    },
  );
});

it('keeps what a level does not withhold, and says how long the rest was', async () => {
  const secrets = { reasoning: word(), text: word(), arguments: word(), results: word() };
  const { send, projectId } = await projectWith({ capture: { reasoning: 'length' } });
  await send(bytesOf(planted(SEMCONV_C, secrets)));
  const calls = await server.database.sql`
    SELECT thought_preview, thought_characters, arguments_preview FROM tool_calls
    WHERE project_id = ${projectId} AND thought_count > 0 AND described_by = 'generation'`;
  const length = THOUGHT.length + 1 + secrets.reasoning.length;
  expect(calls.map((row) => ({ ...row }))).toContainEqual({
    thought_preview: `[${length} characters]`,
    thought_characters: length,
    arguments_preview: expect.stringContaining(secrets.arguments) as string,
  });
});

/** A streaming answer that ends in the middle of a secret. */
function underWay(half: string): object {
  const content = `Your key is ${half}`;
  const said = JSON.stringify([{ role: 'assistant', parts: [{ type: 'reasoning', content }] }]);
  const attributes = [
    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
    { key: 'gen_ai.request.model', value: { stringValue: 'gpt-5.2' } },
    { key: 'gen_ai.output.messages', value: { stringValue: said } },
    { key: 'subtext.snapshot', value: { intValue: '3' } },
  ];
  return jsonRequest([jsonSpan({ attributes, endTimeUnixNano: '0' })]);
}

it('keeps nothing of a text that is not whole, where a rule may need all of it', async () => {
  const half = word();
  const { send, projectId } = await projectWith({
    mask: { patterns: [{ name: 'key', pattern: `${half}[0-9a-f]{20}` }] },
  });
  expect(await send(underWay(half))).toBe(200);
  expect(holds(await everythingStored(server.database.sql), half)).toBe(false);
  const spans = await server.database.sql`SELECT snapshot, request_model FROM spans WHERE project_id = ${projectId}`;
  expect(spans.map((row) => ({ ...row }))).toEqual([{ snapshot: 3, request_model: 'gpt-5.2' }]);
});

/** A span with the text in all places that OTLP has. */
function everywhere(text: string, fields: object = {}): object {
  const string = { stringValue: text };
  const nested = { kvlistValue: { values: [{ key: text, value: { arrayValue: { values: [string] } } }] } };
  const attributes = [
    { key: 'plain', value: string },
    { key: text, value: { intValue: '1' } },
    { key: 'nested', value: nested },
    { key: 'bytes', value: { bytesValue: Buffer.from(text).toString('base64') } },
    { key: 'json', value: { stringValue: JSON.stringify({ [text]: { [text]: [text] } }) } },
    { key: 'twice', value: { stringValue: JSON.stringify(JSON.stringify({ a: text })) } },
    { key: 'cut', value: { stringValue: JSON.stringify({ a: `"${text}` }).slice(0, -1) } },
    { key: 'gen_ai.request.model', value: string },
    { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
    { key: 'subtext.metadata.note', value: string },
    { key: 'session.id', value: string },
    { key: 'user.id', value: string },
    { key: 'gen_ai.tool.name', value: string },
    {
      key: 'gen_ai.output.messages',
      value: { stringValue: JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: text }] }]) },
    },
  ];
  const span = jsonSpan({
    name: `name ${text}`,
    attributes,
    events: [{ name: `event ${text}`, timeUnixNano: '1790000000000000000', attributes }],
    links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes }],
    status: { code: 2, message: text },
    ...fields,
  });
  const scope = { name: `scope ${text}`, version: text, attributes };
  return {
    resourceSpans: [
      {
        resource: { attributes: [...attributes, { key: 'service.name', value: string }] },
        scopeSpans: [{ scope, spans: [span] }],
      },
    ],
  };
}

describe('each kind of rule, in all places', () => {
  it.each([
    ['entity', { entities: ['github-key'] }, () => `ghp_${randomBytes(18).toString('hex')}`],
    ['pattern', { patterns: [{ name: 'order', pattern: 'zq[0-9a-f]{12}' }] }, word],
  ])('%s', async (_kind, mask, make) => {
    const secret = make();
    const { send } = await projectWith({ mask });
    expect(await send(everywhere(secret))).toBe(200);
    expect(holds(await everythingStored(server.database.sql), secret)).toBe(false);
  });

  it('name', async () => {
    const secret = word();
    const { send } = await projectWith({ mask: { keys: ['password', '*_secret'] } });
    const value = { stringValue: secret };
    const attributes = [
      { key: 'Password', value },
      { key: 'db.password.0', value },
      { key: 'subtext.metadata.client_secret', value },
      { key: 'headers', value: { kvlistValue: { values: [{ key: 'password', value }] } } },
      {
        key: 'pair',
        value: {
          kvlistValue: {
            values: [
              { key: 'name', value: { stringValue: 'password' } },
              { key: 'value', value },
            ],
          },
        },
      },
      { key: 'gen_ai.tool.call.arguments', value: { stringValue: JSON.stringify({ login: { password: [secret] } }) } },
      { key: 'cut', value: { stringValue: `{"a":1,"password":"${secret} and` } },
    ];
    expect(await send(jsonRequest([jsonSpan({ attributes })]))).toBe(200);
    expect(holds(await everythingStored(server.database.sql), secret)).toBe(false);
  });
});

describe('quarantine', () => {
  it.each([
    ['masked', { mask: { entities: ['e-mail'] } }, 'hex' as const],
    ['without contents', { capture: { text: 'none' } }, 'hex' as const],
    ['masked, for any value in place of an id', { mask: { entities: ['e-mail'] } }, 'utf8' as const],
    ['without contents, for any value in place of an id', { capture: { text: 'none' } }, 'utf8' as const],
  ])('keeps spans that cannot be stored %s', async (_how, rules, encoding) => {
    const secret = `${word()}@secret.example`;
    const { send, projectId } = await projectWith(rules);
    const span = everywhere(secret, { traceId: Buffer.from(secret).toString(encoding) });
    expect(await send(span)).toBe(200);
    const [kept] = await server.database.sql`SELECT count(*)::int FROM quarantine WHERE project_id = ${projectId}`;
    expect(kept?.count).toBe(1);
    // Names of projects and people are masked, not withheld: only the contents are asked for here.
    const rows = await server.database.sql<
      { body: Buffer }[]
    >`SELECT body FROM quarantine WHERE project_id = ${projectId}`;
    const body = JSON.parse(rows[0]!.body.toString()) as { attributes: Record<string, unknown>; traceId: string };
    expect(
      holds(
        JSON.stringify([
          body.attributes.plain,
          body.attributes.json,
          body.traceId,
          body.attributes['gen_ai.output.messages'],
        ]),
        secret,
      ),
    ).toBe(false);
  });
});

describe('log records', () => {
  it('pass the same rules', async () => {
    const secret = `${word()}@secret.example`;
    const { send } = await projectWith({ mask: { entities: ['e-mail'] } });
    const [traceId, spanId] = ['c'.repeat(32), 'd'.repeat(16)];
    const value = { stringValue: secret };
    const record = {
      traceId,
      spanId,
      timeUnixNano: '1790000000000000000',
      eventName: 'gen_ai.user.message',
      body: { kvlistValue: { values: [{ key: 'content', value }] } },
      attributes: [{ key: secret, value }],
    };
    expect(
      await send(
        { resourceLogs: [{ resource: { attributes: [{ key: 'r', value }] }, scopeLogs: [{ logRecords: [record] }] }] },
        '/v1/logs',
      ),
    ).toBe(200);
    expect(holds(await everythingStored(server.database.sql), secret)).toBe(false);
  });

  it.each([
    ['none', false],
    ['length', true],
  ] as const)('with reasoning %s keep how long a thought was: %s', async (reasoning, isKept) => {
    const { projectId, send } = await projectWith({ capture: { reasoning } });
    const thought = `${word()} ${'x'.repeat(4321)}`;
    const messages = [{ role: 'assistant', parts: [{ type: 'reasoning', content: thought }] }];
    const record = jsonLog({
      ...{ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') },
      eventName: 'gen_ai.client.inference.operation.details',
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': messages },
    });
    expect(await send(jsonLogs([record]), '/v1/logs')).toBe(200);
    const [row] = await server.database.sql<{ log_record: string }[]>`
      SELECT log_record FROM spans WHERE project_id = ${projectId}`;
    expect(row!.log_record).toContain('"kind":"readable"');
    expect(row!.log_record.includes(`"length":${thought.length}`)).toBe(isKept);
    expect(holds(await everythingStored(server.database.sql), thought.slice(0, 14))).toBe(false);
  });
});

describe('rules that cannot be used', () => {
  it.each([
    ['a broken pattern', { mask: { patterns: [{ name: 'p', pattern: '(' }] } }],
    ['a word of a later version', { mask: { hashes: ['x'] } }],
    ['no rules at all', 'nonsense'],
  ])('%s: the span is stored, with no text of it', async (_what, rules) => {
    const secret = word();
    const { send, projectId } = await projectWith(rules as object);
    expect(await send(everywhere(secret))).toBe(200);
    expect(await send(everywhere(secret, { traceId: '0'.repeat(32) }))).toBe(200);
    const stored = await everythingStored(server.database.sql);
    expect(holds(stored, secret)).toBe(false);
    expect(stored).toContain('the masking rules of the project cannot be used');
    const [count] = await server.database
      .sql`SELECT count(*)::int FROM spans WHERE project_id = ${projectId} AND kind = 'generation'`;
    expect(count?.count).toBe(1);
  });

  it('a value that cannot be looked at is withheld, and named on its span', async () => {
    const secret = word();
    const { send } = await projectWith({ mask: { entities: ['e-mail'] } });
    const deep = `${'['.repeat(300)}"${secret}\\u0020"${']'.repeat(300)}`;
    const attributes = [{ key: 'deep.value', value: { stringValue: deep } }];
    expect(await send(jsonRequest([jsonSpan({ attributes })]))).toBe(200);
    const stored = await everythingStored(server.database.sql);
    expect(holds(stored, secret)).toBe(false);
    expect(stored).toContain('"masking.withheld":["deep.value","because: nested deeper than 100 levels"]');
  });
});

describe('a change of the rules', () => {
  it('holds for what a known key sends, within seconds', { timeout: 20_000 }, async () => {
    const { send, projectId } = await projectWith({});
    expect(await send(jsonRequest([jsonSpan({ name: 'a@secret.example' })]))).toBe(200);
    const rules = projectRules.parse({ mask: { entities: ['e-mail'] } });
    const { sql } = server.database;
    expect(await saveProjectRules(sql, { projectId, rules, seen: 1, by: null })).toBe(2);
    expect(await saveProjectRules(sql, { projectId, rules, seen: 1, by: null })).toBeUndefined();
    const newest = async () => {
      await send(jsonRequest([jsonSpan({ name: 'b@secret.example' })]));
      const masked = await sql`SELECT 1 FROM spans WHERE project_id = ${projectId} AND name = '[masked: e-mail]'`;
      return masked.length;
    };
    await expect.poll(newest, { timeout: 10_000, interval: 200 }).toBe(1);
  });

  it('that cannot be read answers 503, and nothing is stored', async () => {
    const other = await startIngest();
    try {
      const { send } = await projectWith({ mask: { entities: ['e-mail'] } }, other);
      await other.database.sql`ALTER TABLE project_rules RENAME TO gone`;
      expect(await send(jsonRequest([jsonSpan()]))).toBe(503);
      expect((await other.database.sql`SELECT 1 FROM spans`).length).toBe(0);
    } finally {
      await other.close();
    }
  });
});
