/** A random secret at a random place of a random span never reaches the database, however it is wrapped. */
import { randomBytes } from 'node:crypto';
import { createApiKey, ensureProject, saveProjectRules } from '@subtext/db';
import { projectRules } from '@subtext/privacy';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingStored, holds } from '../testing/everything-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonSpan } from '../testing/otlp-json.ts';

let server: TestIngest;
let key: string;

beforeAll(async () => {
  server = await startIngest();
  const { sql } = server.database;
  const { id: projectId } = await ensureProject(sql, { slug: 'masked', name: 'Masked' });
  const rules = projectRules.parse({
    mask: {
      keys: ['password'],
      patterns: [{ name: 'order', pattern: 'ORD-[0-9a-f]{12}' }],
      entities: ['e-mail', 'github-key', 'jwt', 'iban'],
    },
  });
  await saveProjectRules(sql, { projectId, rules, seen: 0, by: null });
  key = (await createApiKey(sql, { projectId, name: 'k', scopes: ['ingest'] })).key;
});
afterAll(() => server.close());

const random = () => randomBytes(6).toString('hex');
/** The part of a secret that is the same in every escaping of its other characters. */
const partOf = (secret: string): string => /[0-9a-f]{12}/.exec(secret)![0];

const SECRETS: Record<string, () => string> = {
  'e-mail': () => `x${random()}@secret.example`,
  'github-key': () => `ghp_${random()}${random()}`,
  jwt: () => `eyJ${random()}.eyJ${random()}.${random()}`,
  order: () => `ORD-${random()}`,
};

/** Between a word and the secret there is always a border; what that is, varies. */
const border = fc.constantFrom(
  '',
  ' ',
  '\n',
  '"',
  "'",
  '<',
  '(',
  '\\',
  '/',
  '=',
  ',',
  '\t',
  '“',
  '{',
  '[',
  ': ',
  '🦊 ',
);
const aside = fc
  .string({ unit: 'grapheme', maxLength: 8 })
  .map((text) => text.replaceAll(/[\p{L}\p{N}._%+@'-]+/gu, '-'));

const inText = fc.tuple(aside, border, border, aside).map(([before, open, close, after]) => {
  const opening = open === '' ? (before === '' ? '' : ' ') : open;
  return (secret: string) => `${before}${opening}${secret}${close === '' && after !== '' ? ' ' : close}${after}`;
});

type Wrap = (secret: string) => unknown;
const value: fc.Arbitrary<Wrap> = fc.letrec<{ value: Wrap }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    inText,
    tie('value').map((inner): Wrap => (secret) => [1, inner(secret), null]),
    tie('value').map((inner): Wrap => (secret) => ({ a: true, b: inner(secret) })),
    inText.map((text): Wrap => (secret) => ({ [text(secret)]: 1 })),
    tie('value').map(
      (inner): Wrap =>
        (secret) =>
          JSON.stringify(inner(secret)),
    ),
    tie('value').map(
      (inner): Wrap =>
        (secret) =>
          escapedUnicode(JSON.stringify(inner(secret))),
    ),
    tie('value').map(
      (inner): Wrap =>
        (secret) =>
          JSON.stringify({ deep: [inner(secret)] }).slice(0, -2),
    ),
    tie('value').map((inner): Wrap => (secret) => ({ b: { name: 'password', value: inner(secret) } })),
  ),
})).value;

/** As some encoders write all that is no ASCII, and some writers `@`. */
const escapedUnicode = (json: string): string => json.replaceAll('@', '\\u0040');

function otlpOf(from: unknown): object {
  if (typeof from === 'string') return { stringValue: from };
  if (typeof from === 'boolean') return { boolValue: from };
  if (typeof from === 'number') return { intValue: String(from) };
  if (Array.isArray(from)) return { arrayValue: { values: from.map(otlpOf) } };
  if (typeof from !== 'object' || from === null) return {};
  return { kvlistValue: { values: Object.entries(from).map(([name, item]) => ({ key: name, value: otlpOf(item) })) } };
}

const NAMES = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.request.model',
  'gen_ai.tool.call.arguments',
  'subtext.reasoning',
  'subtext.metadata.x',
  'llm.input_messages.0.message.content',
  'langfuse.observation.input',
  'ai.prompt.messages',
  'gen_ai.completion.0.content',
  'langsmith.metadata.x',
  'session.id',
  'unheard.of',
];
const PLACES = [
  'attribute',
  'bytes',
  'key',
  'name',
  'status',
  'event',
  'event name',
  'link',
  'resource',
  'scope',
  'scope name',
  'by name',
] as const;

interface Plant {
  place: (typeof PLACES)[number];
  attribute: string;
  kind: string;
  wrap: Wrap;
}

const plant: fc.Arbitrary<Plant> = fc.record({
  place: fc.constantFrom(...PLACES),
  attribute: fc.constantFrom(...NAMES),
  kind: fc.constantFrom(...Object.keys(SECRETS)),
  wrap: value,
});

function requestWith({ place, attribute, wrap }: Plant, secret: string): object {
  const wrapped = wrap(secret);
  const text = typeof wrapped === 'string' ? wrapped : JSON.stringify(wrapped);
  const at = (where: Plant['place']) => (place === where ? [{ key: attribute, value: otlpOf(wrapped) }] : []);
  const byName = place === 'by name' ? [{ key: 'user.password', value: otlpOf([secret.slice(1)]) }] : [];
  const bytes =
    place === 'bytes' ? [{ key: attribute, value: { bytesValue: Buffer.from(text).toString('base64') } }] : [];
  const named = place === 'key' ? [{ key: text, value: otlpOf(1) }] : [];
  const operation = { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } };
  const span = jsonSpan({
    name: place === 'name' ? text : 'chat',
    attributes: [operation, ...at('attribute'), ...bytes, ...named, ...byName],
    events: [
      { name: place === 'event name' ? text : 'e', timeUnixNano: '1790000000000000000', attributes: at('event') },
    ],
    links: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), attributes: at('link') }],
    ...(place === 'status' && { status: { code: 2, message: text } }),
  });
  const scope = { name: place === 'scope name' ? text : 's', attributes: at('scope') };
  return { resource: { attributes: at('resource') }, scopeSpans: [{ scope, spans: [span] }] };
}

it('holds for spans of every kind', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(plant, { minLength: 1, maxLength: 60 }), async (plants) => {
      await server.database.sql`TRUNCATE spans, tool_calls, tool_call_texts, payloads, traces, quarantine`;
      const planted = plants.map((each) => ({ each, secret: SECRETS[each.kind]!() }));
      const resourceSpans = planted.map(({ each, secret }) => requestWith(each, secret));
      const answer = await fetch(`${server.url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ resourceSpans }),
      });
      expect(answer.status).toBe(200);
      const stored = await everythingStored(server.database.sql);
      const found = planted.filter(({ secret }) => holds(stored, partOf(secret)));
      expect(found.map(({ each, secret }) => [each.place, each.kind, each.wrap(secret)])).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
