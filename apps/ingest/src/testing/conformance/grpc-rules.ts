/** OTLP over gRPC, by the client of gRPC. */
import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { gzipSync } from 'node:zlib';
import type { Rule } from './rule.ts';
import { call, encoded, EXPORT, someTelemetry } from './senders.ts';
import { bearer, storedOf } from './stored.ts';

const INVALID_ARGUMENT = 3;
const PERMISSION_DENIED = 7;
const RESOURCE_EXHAUSTED = 8;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;

const RETRY_INFO = 'google.rpc.RetryInfo';

export const GRPC_RULES: Rule[] = [
  {
    topic: 'gRPC',
    rule: 'TraceService and LogsService accept Export on a port of their own (4317) and answer OK after the commit',
    async holds({ server }) {
      const some = someTelemetry();
      for (const signal of ['traces', 'logs'] as const) {
        const answer = await call(server.grpcUrl, EXPORT[signal], {
          body: encoded[signal].protobuf(some),
          key: server.key,
        });
        assert.deepEqual([answer.code, answer.body.length], [0, 0]);
      }
      assert.deepEqual(await storedOf(server, some), { rows: 3, spans: 2, calls: 1, outputTokens: 96 });
    },
  },
  {
    topic: 'gRPC',
    rule: 'messages larger than 4 MiB, the limit of most servers, are accepted up to the limit for HTTP; larger ones get RESOURCE_EXHAUSTED without RetryInfo, also after inflation',
    async holds(place) {
      const roomy = await place.another({ bodyBytes: 16 * 1024 ** 2 });
      const some = someTelemetry();
      const unknownField = Buffer.concat([Buffer.from([0x7a, 0x80, 0x80, 0xc0, 0x02]), Buffer.alloc(5 * 1024 ** 2)]);
      const large = Buffer.concat([encoded.traces.protobuf(some), unknownField]);
      assert.equal((await call(roomy.grpcUrl, EXPORT.traces, { body: large, key: roomy.key })).code, 0);
      assert.equal((await storedOf(roomy, some)).spans, 2);
      const { server } = place;
      const tooLarge = await call(server.grpcUrl, EXPORT.traces, { body: large, key: server.key });
      assert.equal(tooLarge.code, RESOURCE_EXHAUSTED);
      assert.ok(!tooLarge.details.includes(RETRY_INFO));
      assert.equal(
        await statusOf(server.grpcUrl, { ...bearer(server), 'grpc-encoding': 'gzip' }, framed(gzipSync(large), 1)),
        RESOURCE_EXHAUSTED,
      );
    },
  },
  {
    topic: 'gRPC',
    rule: 'gzip is accepted; another encoding gets UNIMPLEMENTED (`grpc-accept-encoding`); a truncated message and one that is not OTLP get INVALID_ARGUMENT',
    async holds({ server }) {
      const some = someTelemetry();
      const zipped = framed(gzipSync(encoded.traces.protobuf(some)), 1);
      assert.equal(await statusOf(server.grpcUrl, { ...bearer(server), 'grpc-encoding': 'gzip' }, zipped), 0);
      assert.equal((await storedOf(server, some)).spans, 2);
      const unknown = await answerTo(server.grpcUrl, { ...bearer(server), 'grpc-encoding': 'zstd' }, zipped);
      assert.equal(Number(unknown['grpc-status']), UNIMPLEMENTED);
      assert.equal(unknown['grpc-accept-encoding'], 'identity,gzip');
      assert.equal(await statusOf(server.grpcUrl, bearer(server), zipped.subarray(0, 20)), INVALID_ARGUMENT);
      assert.equal(await statusOf(server.grpcUrl, bearer(server), Buffer.alloc(3)), INVALID_ARGUMENT);
      const broken = await call(server.grpcUrl, EXPORT.traces, { body: Buffer.from([0x0a, 0xff]), key: server.key });
      assert.equal(broken.code, INVALID_ARGUMENT);
      const logs = await call(server.grpcUrl, EXPORT.logs, { body: encoded.traces.protobuf(some), key: server.key });
      assert.equal(logs.code, INVALID_ARGUMENT);
    },
  },
  {
    topic: 'gRPC',
    rule: 'the key is in the metadata `authorization`: a request without it gets UNAUTHENTICATED, one without the scope PERMISSION_DENIED',
    async holds({ server }) {
      const body = encoded.traces.protobuf(someTelemetry());
      const { key } = await server.newKey(['read']);
      assert.equal((await call(server.grpcUrl, EXPORT.traces, { body })).code, UNAUTHENTICATED);
      assert.equal((await call(server.grpcUrl, EXPORT.traces, { body, key })).code, PERMISSION_DENIED);
    },
  },
  {
    topic: 'gRPC',
    rule: 'MetricsService and unknown methods answer UNIMPLEMENTED and say what to do',
    async holds({ server }) {
      const request = { body: Buffer.alloc(0), key: server.key };
      const metrics = await call(server.grpcUrl, EXPORT.metrics, request);
      assert.equal(metrics.code, UNIMPLEMENTED);
      assert.match(metrics.message, /OTEL_METRICS_EXPORTER=none/);
      assert.equal((await call(server.grpcUrl, '/a.b/C', request)).code, UNIMPLEMENTED);
    },
  },
  {
    topic: 'gRPC',
    rule: 'temporary failures are UNAVAILABLE with RetryInfo',
    async holds(place) {
      const full = await place.another({ memoryBytes: 1 });
      const request = { body: encoded.traces.protobuf(someTelemetry()), key: full.key };
      const answer = await call(full.grpcUrl, EXPORT.traces, request);
      assert.equal(answer.code, UNAVAILABLE);
      assert.ok(answer.details.includes(RETRY_INFO));
      const broken = await place.another();
      await broken.database.sql`ALTER TABLE traces RENAME TO gone`;
      const away = await call(broken.grpcUrl, EXPORT.traces, { ...request, key: broken.key });
      assert.equal(away.code, UNAVAILABLE);
      assert.ok(away.details.includes(RETRY_INFO));
      await broken.database.sql`ALTER TABLE gone RENAME TO traces`;
    },
  },
  {
    topic: 'gRPC',
    rule: 'a partial success has the number of rejected spans and the reason',
    async holds({ server }) {
      const some = someTelemetry();
      const body = encoded.traces.protobuf(some);
      const id = Buffer.from(some.spans[0]!.spanContext().traceId, 'hex');
      const at = body.indexOf(id);
      const answer = await call(server.grpcUrl, EXPORT.traces, { body: body.fill(0, at, at + 16), key: server.key });
      assert.equal(answer.code, 0);
      // ExportTracePartialSuccess: rejected_spans = 1.
      assert.deepEqual([...answer.body.subarray(2, 4)], [8, 1]);
      assert.match(answer.body.toString(), /trace id must be 16 bytes/);
    },
  },
];

function framed(message: Uint8Array, flag: 0 | 1): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

const statusOf = async (...request: Parameters<typeof answerTo>) => Number((await answerTo(...request))['grpc-status']);

/** Headers and trailers of a call with exactly these bytes. */
async function answerTo(url: string, headers: Record<string, string>, body: Buffer): Promise<Record<string, unknown>> {
  const session = connect(url);
  try {
    return await new Promise((resolve, reject) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': EXPORT.traces,
        'content-type': 'application/grpc',
        te: 'trailers',
        ...headers,
      });
      const answers: Record<string, unknown> = {};
      const take = (answer: Record<string, unknown>) => {
        if (Object.assign(answers, answer)['grpc-status'] !== undefined) resolve(answers);
      };
      stream.on('response', take).on('trailers', take).on('error', reject).resume().end(body);
    });
  } finally {
    session.destroy();
  }
}
