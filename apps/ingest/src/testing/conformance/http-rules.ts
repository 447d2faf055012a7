/** OTLP over HTTP, by requests made by hand. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { jsonRequest, jsonSpan } from '../otlp-json.ts';
import { jsonLog, jsonLogs, keyValues } from '../otlp-logs.ts';
import type { RuleContext, Rule } from './rule.ts';
import { encoded, post, someTelemetry } from './senders.ts';
import { bearer, JSON_TYPE, PROTOBUF_TYPE, spansOf, storedOf } from './stored.ts';

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;

/** A path, and headers beside the type and the key. */
type To = string | { path: string; headers: Record<string, string> };

const targetOf = (to: To) => (typeof to === 'string' ? { path: to, headers: {} } : to);

async function postJson({ server }: RuleContext, to: To, body: unknown) {
  const { path, headers } = targetOf(to);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return post(`${server.url}${path}`, text, { 'content-type': JSON_TYPE, ...bearer(server), ...headers });
}

async function postProtobuf({ server }: RuleContext, to: To, body: Uint8Array) {
  const { path, headers } = targetOf(to);
  return post(`${server.url}${path}`, body, { 'content-type': PROTOBUF_TYPE, ...bearer(server), ...headers });
}

async function statusOf({ server }: RuleContext, spanId: string): Promise<unknown> {
  const [row] = await server.database.sql`SELECT status FROM spans WHERE span_id = ${Buffer.from(spanId, 'hex')}`;
  return row?.status;
}

export const HTTP_RULES: Rule[] = [
  {
    topic: 'HTTP',
    rule: '`/v1/traces` and `/v1/logs` accept protobuf and JSON on one port and answer in the type of the request; parameters such as `charset` are ignored',
    async holds(place) {
      for (const signal of ['traces', 'logs'] as const) {
        const some = someTelemetry();
        const inJson = await postJson(
          place,
          { path: `/v1/${signal}`, headers: { 'content-type': 'application/json; charset=utf-8' } },
          encoded[signal].json(some).toString(),
        );
        assert.deepEqual([inJson.status, inJson.type, inJson.body.toString()], [200, JSON_TYPE, '{}']);
        const inProtobuf = await postProtobuf(place, `/v1/${signal}`, encoded[signal].protobuf(some));
        assert.deepEqual([inProtobuf.status, inProtobuf.type, inProtobuf.body.length], [200, PROTOBUF_TYPE, 0]);
        // The log record describes a span that was not sent: it is a row itself.
        assert.equal((await storedOf(place.server, some)).rows, signal === 'traces' ? 2 : 1);
      }
    },
  },
  {
    topic: 'HTTP',
    rule: 'an empty request is a success',
    async holds(place) {
      assert.equal((await postJson(place, '/v1/traces', {})).status, 200);
      assert.equal((await postProtobuf(place, '/v1/logs', Buffer.alloc(0))).status, 200);
    },
  },
  {
    topic: 'gzip',
    rule: '`Content-Encoding: gzip` and `identity` are accepted; others are refused with 415 and an `Accept-Encoding`',
    async holds(place) {
      const some = someTelemetry();
      const zipped = gzipSync(encoded.traces.protobuf(some));
      assert.equal(
        (await postProtobuf(place, { path: '/v1/traces', headers: { 'content-encoding': 'gzip' } }, zipped)).status,
        200,
      );
      assert.equal((await storedOf(place.server, some)).rows, 2);
      const unknown = await postProtobuf(place, { path: '/v1/traces', headers: { 'content-encoding': 'br' } }, zipped);
      assert.deepEqual([unknown.status, unknown.acceptEncoding], [415, 'gzip, identity']);
    },
  },
  {
    topic: 'Size',
    rule: 'a request larger than the limit is refused with 413; the limit holds before and after inflation',
    async holds(place) {
      const zeros = Buffer.alloc(2 * 1024 ** 2);
      assert.equal((await postProtobuf(place, '/v1/traces', zeros)).status, 413);
      assert.equal(
        (await postProtobuf(place, { path: '/v1/logs', headers: { 'content-encoding': 'gzip' } }, gzipSync(zeros)))
          .status,
        413,
      );
    },
  },
  {
    topic: 'JSON',
    rule: 'ids are hex in upper or lower case, integers are strings or numbers, bytes are base64, doubles may be `NaN`; unknown fields are ignored; a span without a parent omits the field or has `""`',
    async holds(place) {
      const attributes = [
        { key: 'text', value: { intValue: '96' } },
        { key: 'number', value: { intValue: 97 } },
        { key: 'bytes', value: { bytesValue: 'AAEC' } },
        { key: 'nothing', value: {} },
        { key: 'not a number', value: { doubleValue: 'NaN' } },
      ];
      const upper = jsonSpan({
        attributes,
        parentSpanId: '',
        ofTomorrow: { deep: [1] },
        endTimeUnixNano: 1790000001500000000,
      });
      const span = { ...upper, traceId: upper.traceId.toUpperCase(), spanId: upper.spanId.toUpperCase() };
      const answer = await postJson(place, '/v1/traces', { ...jsonRequest([span]), alsoOfTomorrow: true });
      assert.deepEqual([answer.status, answer.json], [200, {}]);
      assert.equal(await spansOf(place.server, [upper.spanId]), 1);
    },
  },
  {
    topic: 'JSON',
    rule: "`null` means that the field is absent; a span's status may be a name (`STATUS_CODE_ERROR`)",
    async holds(place) {
      const value = { stringValue: null, intValue: null, doubleValue: 1.5, kvlistValue: null };
      const span = jsonSpan({ attributes: [{ key: 'a', value }], status: { code: 'STATUS_CODE_ERROR' }, links: null });
      const answer = await postJson(place, '/v1/traces', jsonRequest([span]));
      assert.deepEqual([answer.status, answer.json], [200, {}]);
      assert.equal(await statusOf(place, span.spanId), 'error');
    },
  },
  {
    topic: 'JSON',
    rule: 'attributes written as a JSON object, a common mistake by hand, are refused with 400 and their position',
    async holds(place) {
      const answer = await postJson(place, '/v1/traces', jsonRequest([jsonSpan({ attributes: { a: 1 } })]));
      assert.equal(answer.status, 400);
      assert.match(String(answer.json.message), /spans\[0\]\.attributes should be a list/);
    },
  },
  {
    topic: 'Partial success',
    rule: 'spans that cannot be stored are counted and named in a 200; the rest is stored',
    async holds(place) {
      const [good, bad] = [jsonSpan(), jsonSpan({ traceId: '00'.repeat(16) })];
      const answer = await postJson(place, '/v1/traces', jsonRequest([bad, good]));
      assert.equal(answer.status, 200);
      assert.match(JSON.stringify(answer.json), /"rejectedSpans":"1".*trace id must be 16 bytes/);
      assert.equal(await spansOf(place.server, [good.spanId]), 1);
      const lines = await postJson(place, '/v1/logs', {
        resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: {} }] }] }],
      });
      assert.match(JSON.stringify(lines.json), /"rejectedLogRecords":"1".*without a trace id/);
    },
  },
  {
    topic: 'Partial success',
    rule: 'a JSON id that is not hexadecimal, for example base64, is named in a 200; the rest is stored',
    async holds(place) {
      const [good, bad] = [jsonSpan(), jsonSpan({ traceId: 'W47/95gDgQPSabYzgT/GDA==' })];
      const answer = await postJson(place, '/v1/traces', jsonRequest([bad, good]));
      assert.equal(answer.status, 200);
      assert.match(JSON.stringify(answer.json), /"rejectedSpans":"1".*32 hexadecimal digits/);
      assert.equal(await spansOf(place.server, [good.spanId]), 1);
    },
  },
  {
    topic: 'Partial success',
    rule: 'a warning rejects nothing: for example, no spans were found because the keys are in snake_case',
    async holds(place) {
      const answer = await postJson(place, '/v1/traces', { resource_spans: [] });
      assert.match(JSON.stringify(answer.json), /"rejectedSpans":"0".*resourceSpans/);
    },
  },
  {
    topic: 'Partial success',
    rule: 'a sender is warned if its own limits cut its spans; a time that is not in nanoseconds is refused, and the unit is named',
    async holds(place) {
      const cut = await postJson(place, '/v1/traces', jsonRequest([jsonSpan({ droppedAttributesCount: 3 })]));
      assert.match(JSON.stringify(cut.json), /"rejectedSpans":"0".*OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT/);
      const millis = jsonSpan({ startTimeUnixNano: '1790000000000' });
      const answer = await postJson(place, '/v1/traces', jsonRequest([millis]));
      assert.match(JSON.stringify(answer.json), /"rejectedSpans":"1".*should be in nanoseconds/);
    },
  },
  {
    topic: 'Permanent failure',
    rule: '400 for a body that cannot be decoded, 401 and 403 for the key, 404 for the path, 415 for the type; the body is a `google.rpc.Status` in the type of the request',
    async holds(place) {
      const { key: reader } = await place.server.newKey(['read']);
      const statuses = [
        await postJson(place, '/v1/traces', '{"resourceSpans":'),
        await postJson(place, { path: '/v1/traces', headers: { authorization: 'Bearer nobody' } }, {}),
        await postJson(place, { path: '/v1/traces', headers: { authorization: `Bearer ${reader}` } }, {}),
        await postJson(place, '/v1/trace', {}),
        await postJson(place, { path: '/v1/traces', headers: { 'content-type': 'text/plain' } }, {}),
        await postJson(place, { path: '/v1/traces', headers: { 'content-type': '' } }, {}),
      ];
      assert.deepEqual(
        statuses.map(({ status, json }) => [status, json.code]),
        [
          [400, 3],
          [401, 16],
          [403, 7],
          [404, 5],
          [415, 3],
          [415, 3],
        ],
      );
      const broken = await postProtobuf(place, '/v1/traces', Buffer.from([0x0a, 0xff]));
      assert.deepEqual([broken.status, broken.type, broken.body[0], broken.body[1]], [400, PROTOBUF_TYPE, 0x08, 3]);
    },
  },
  {
    topic: 'Duplicates',
    rule: 'sending the same request again, in any encoding, changes nothing',
    async holds(place) {
      const some = someTelemetry();
      await postJson(place, '/v1/traces', encoded.traces.json(some).toString());
      await postJson(place, '/v1/logs', encoded.logs.json(some).toString());
      const once = await storedOf(place.server, some);
      assert.deepEqual(once, { rows: 3, spans: 2, calls: 1, outputTokens: 96 });
      await postProtobuf(place, '/v1/traces', encoded.traces.protobuf(some));
      await postProtobuf(place, '/v1/logs', encoded.logs.protobuf(some));
      assert.deepEqual(await storedOf(place.server, some), once);
    },
  },
  {
    topic: 'Scores',
    rule: 'an event `gen_ai.evaluation.result`, on a span and as a log record, is one score however often it arrives; one that is not finite is reported',
    async holds(place) {
      const ids = { traceId: '7'.repeat(32), spanId: '7'.repeat(16) };
      const timeUnixNano = '1790000002000000000';
      const tone = { 'gen_ai.evaluation.name': 'tone', 'gen_ai.evaluation.score.value': 0.5 };
      const event = (attributes: object) => ({
        ...{ name: 'gen_ai.evaluation.result', timeUnixNano, attributes: keyValues(attributes) },
      });
      const events = [event(tone), event({ ...tone, 'gen_ai.evaluation.score.value': 'NaN' })];
      const span = jsonSpan({ ...ids, parentSpanId: '8'.repeat(16), events });
      const record = jsonLog({ ...ids, eventName: 'gen_ai.evaluation.result', timeUnixNano, attributes: tone });
      const answer = await postJson(place, '/v1/traces', jsonRequest([span]));
      await postJson(place, '/v1/logs', jsonLogs([record]));
      assert.match(answer.body.toString(), /"rejectedSpans":"0".*not a finite number/);
      const { sql } = place.server.database;
      const rows = await sql`SELECT number FROM scores WHERE trace_id = ${Buffer.from(ids.traceId, 'hex')}`;
      assert.deepEqual(
        rows.map((row) => row.number as number),
        [0.5],
      );
    },
  },
  {
    topic: 'Wrong signal',
    rule: 'logs sent to the path for traces, and traces sent to the path for logs, are refused with 400 and the right path, in both encodings',
    async holds(place) {
      const some = someTelemetry();
      const answers = [
        [await postJson(place, '/v1/traces', encoded.logs.json(some).toString()), '/v1/logs'],
        [await postProtobuf(place, '/v1/traces', encoded.logs.protobuf(some)), '/v1/logs'],
        [await postJson(place, '/v1/logs', encoded.traces.json(some).toString()), '/v1/traces'],
        [await postProtobuf(place, '/v1/logs', encoded.traces.protobuf(some)), '/v1/traces'],
      ] as const;
      for (const [answer, path] of answers) {
        assert.equal(answer.status, 400);
        assert.ok(answer.body.toString().includes(path), answer.body.toString());
      }
      assert.equal((await storedOf(place.server, some)).rows, 0);
    },
  },
  {
    topic: 'Metrics',
    rule: '`/v1/metrics` is refused with 404 and the setting that stops sending metrics',
    async holds(place) {
      const answer = await postJson(place, '/v1/metrics', { resourceMetrics: [] });
      assert.equal(answer.status, 404);
      assert.match(String(answer.json.message), /OTEL_METRICS_EXPORTER=none/);
    },
  },
  {
    topic: 'Endpoint',
    rule: '`POST /` accepts traces and logs and distinguishes them by content, for endpoint variables without a path',
    async holds(place) {
      const [some, other] = [someTelemetry(), someTelemetry()];
      assert.equal((await postProtobuf(place, '/', encoded.traces.protobuf(some))).status, 200);
      assert.equal((await postProtobuf(place, '/', encoded.logs.protobuf(some))).status, 200);
      assert.equal((await postJson(place, '/', encoded.traces.json(other).toString())).status, 200);
      assert.equal((await postJson(place, '/', encoded.logs.json(other).toString())).status, 200);
      for (const each of [some, other]) assert.equal((await storedOf(place.server, each)).rows, 3);
      const metrics = await postJson(place, '/', { resourceMetrics: [{}] });
      assert.equal(metrics.status, 400);
      assert.match(String(metrics.json.message), /metrics are not received/);
    },
  },
  {
    topic: 'Keys',
    rule: 'accepted: Bearer, Basic with the key as user or password, `x-api-key`, and `Basic%20…` from exporters that do not decode headers',
    async holds(place) {
      const { key } = place.server;
      const ways: Record<string, string>[] = [
        { authorization: `bearer ${key}` },
        { authorization: basic(`pk:${key}`) },
        { authorization: basic(`${key}:`) },
        { authorization: basic(`pk:${key}`).replace(' ', '%20').replaceAll('=', '%3D') },
        { authorization: '', 'x-api-key': key },
      ];
      for (const headers of ways) assert.equal((await postJson(place, { path: '/v1/logs', headers }, {})).status, 200);
    },
  },
  {
    topic: 'Keys',
    rule: "Langfuse's path and authentication work: `/api/public/otel/v1/traces`, Basic",
    async holds(place) {
      const some = someTelemetry();
      const authorization = basic(`pk-lf-1:${place.server.key}`);
      const answer = await postProtobuf(
        place,
        { path: '/api/public/otel/v1/traces', headers: { authorization } },
        encoded.traces.protobuf(some),
      );
      assert.equal(answer.status, 200);
      assert.equal((await storedOf(place.server, some)).spans, 2);
    },
  },
  {
    topic: 'Senders',
    rule: 'spans are stored when they arrive: children may come before their parents, and a root may never come',
    async holds(place) {
      const root = jsonSpan();
      const child = jsonSpan({ traceId: root.traceId, parentSpanId: root.spanId });
      await postJson(place, '/v1/traces', jsonRequest([child]));
      assert.equal(await spansOf(place.server, [child.spanId]), 1);
      await postJson(place, '/v1/traces', jsonRequest([root]));
      assert.equal(await spansOf(place.server, [root.spanId, child.spanId]), 2);
    },
  },
];
