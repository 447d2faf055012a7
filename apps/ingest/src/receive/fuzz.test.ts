/** All input is hostile: any span is either stored or reported, and the next request is served. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const nasty = fc.constantFrom('__proto__', 'constructor', 'a\0b', '\ud800', 'x\udc00y', '{"a":', '[[[', '\u202e', '');
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }), fc.json({ maxDepth: 3 }));
const known = fc.constantFrom(
  'gen_ai.operation.name',
  'gen_ai.request.model',
  'gen_ai.response.id',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.reasoning.output_tokens',
  'gen_ai.response.time_to_first_chunk',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.tool.name',
  'gen_ai.tool.call.id',
  'gen_ai.tool.call.arguments',
  'session.id',
  'subtext.reasoning',
  'subtext.tags',
  'subtext.cost.provider_usd',
  'subtext.metadata.__proto__',
  'subtext.thinking.state',
);
const messages = fc
  .array(
    fc.record({
      role: fc.oneof(fc.constantFrom('user', 'assistant', 'tool'), text),
      parts: fc.array(
        fc.oneof(
          fc.record({ type: fc.constantFrom('text', 'reasoning'), content: text }),
          fc.record({ type: fc.constant('tool_call'), id: text, name: text, arguments: fc.jsonValue({ maxDepth: 2 }) }),
          fc.record({ type: fc.constant('tool_call_response'), id: text, response: fc.jsonValue({ maxDepth: 2 }) }),
          fc.jsonValue({ maxDepth: 2 }),
        ),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 3 },
  )
  .map((list) => ({ stringValue: JSON.stringify(list) }));
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text.map((stringValue) => ({ stringValue })),
    messages,
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((int) => ({ intValue: int.toString() })),
    fc
      .oneof(fc.double(), fc.constantFrom('NaN', 'Infinity', '-Infinity', 1e308))
      .map((doubleValue) => ({ doubleValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.constant({}),
    fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc
      .array(fc.record({ key: text, value: tie('value') }), { maxLength: 3 })
      .map((values) => ({ kvlistValue: { values } })),
  ),
})).value;

/** Earlier times are refused: 1971-01-01. */
const EARLIEST = 365n * 86_400n * 1_000_000_000n;

const hostileSpan = fc.record({
  name: text,
  kind: fc.integer(),
  startTimeUnixNano: fc.bigInt({ min: EARLIEST, max: 2n ** 63n - 1n }).map(String),
  endTimeUnixNano: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
  attributes: fc.array(fc.record({ key: fc.oneof(known, text), value }), { maxLength: 12 }),
  status: fc.record({ code: fc.integer(), message: text }),
  droppedAttributesCount: fc.integer(),
});

test('spans with anything in them are stored, and never end the process', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileSpan, { minLength: 1, maxLength: 4 }), async (hostile) => {
      const spans = hostile.map((fields) => jsonSpan(fields));
      const answer = await fetch(`${server.url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': server.key },
        body: JSON.stringify(jsonRequest(spans)),
      });
      expect(answer.status).toBe(200);
      // No more than a word on what the sender says that it dropped.
      const { partialSuccess } = (await answer.json()) as { partialSuccess?: { rejectedSpans: string } };
      expect(partialSuccess?.rejectedSpans ?? '0').toBe('0');
      const ids = spans.map((span) => span.spanId);
      const [row] = await server.database.sql`
        SELECT count(*)::int AS stored FROM spans WHERE encode(span_id, 'hex') = ANY (${ids})`;
      expect(row!.stored).toBe(spans.length);
    }),
    { numRuns: 150 },
  );
});

test('bytes that are no OTLP are answered, and never end the process', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, json) => {
      const answer = await fetch(`${server.url}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': json ? 'application/json' : 'application/x-protobuf', 'x-api-key': server.key },
        body: bytes,
      });
      expect([200, 400]).toContain(answer.status);
      await answer.arrayBuffer();
    }),
    { numRuns: 200 },
  );
});
