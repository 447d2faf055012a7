/**
 * The exporters of `@opentelemetry/*` against every status that is answered: what they try again arrives once, what not
 * is reported.
 */
import assert from 'node:assert/strict';
import type { TestIngest } from '../ingest.ts';
import type { Rule } from './rule.ts';
import { GRPC_EXPORTERS, HTTP_EXPORTERS, someTelemetry, type Exporter } from './senders.ts';
import { storedOf } from './stored.ts';

const SIGNALS = ['traces', 'logs'] as const;
const ENCODINGS = ['json', 'protobuf'] as const;
const HTTP = SIGNALS.flatMap((signal) =>
  ENCODINGS.map((encoding) => ({ signal, send: HTTP_EXPORTERS[signal][encoding] })),
);
const GRPC = SIGNALS.map((signal) => ({ signal, send: GRPC_EXPORTERS[signal] }));

const ROWS = { traces: { rows: 2, spans: 2 }, logs: { rows: 1, spans: 0 } };

async function isThereOnce(server: TestIngest, signal: 'traces' | 'logs', some: ReturnType<typeof someTelemetry>) {
  const { rows, spans } = await storedOf(server, some);
  assert.deepEqual({ rows, spans }, ROWS[signal]);
}

/** Every exporter sends while `fault` holds; it is ended when each was answered `status`. All arrive, once. */
async function arrivesAfter(server: TestIngest, status: number, end: () => Promise<TestIngest>): Promise<void> {
  const deliveries = HTTP.map(({ signal, send }) => {
    const some = someTelemetry();
    return { signal, some, delivery: send(server, { some, key: server.key }) };
  });
  await until(() => server.log.filter((line) => line.status === status).length >= HTTP.length);
  const well = await end();
  for (const { signal, some, delivery } of deliveries) {
    assert.equal(await delivery, undefined);
    await isThereOnce(well, signal, some);
  }
}

/** Polls every few milliseconds; the caller sets the rule's time limit. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const EXPORTER_RULES: Rule[] = [
  {
    topic: 'Exporters',
    rule: '`exporter-{trace,logs}-otlp-{http,proto,grpc}` deliver spans and log records, uncompressed and with gzip',
    async holds({ server }) {
      for (const { signal, send } of [...HTTP, ...GRPC]) {
        for (const compression of ['none', 'gzip'] as const) {
          const some = someTelemetry();
          assert.equal(await send(server, { some, key: server.key, compression }), undefined);
          await isThereOnce(server, signal, some);
        }
      }
    },
  },
  {
    topic: 'Exporters',
    rule: 'the exporters report 401, 403, 404 and 413 and do not retry (HTTP)',
    async holds(place) {
      const { server } = place;
      const { key: reader } = await server.newKey(['read']);
      const narrow = await place.another({ bodyBytes: 100 });
      for (const { send } of HTTP) {
        const some = someTelemetry();
        const { key } = server;
        assert.equal(codeOf(await send(server, { some, key: 'nobody' })), 401);
        assert.equal(codeOf(await send(server, { some, key: reader })), 403);
        assert.equal(codeOf(await send(server, { some, key, path: '/v1/metrics' })), 404);
        assert.equal(codeOf(await send(narrow, { some, key: narrow.key })), 413);
        assert.equal((await storedOf(server, some)).rows, 0);
      }
    },
  },
  {
    topic: 'Exporters',
    rule: 'the exporters report 400, for example when traces are sent to the path for logs',
    async holds({ server }) {
      const { key } = server;
      const some = someTelemetry();
      assert.equal(codeOf(await HTTP_EXPORTERS.traces.protobuf(server, { some, key, path: '/v1/logs' })), 400);
      assert.equal(codeOf(await HTTP_EXPORTERS.traces.json(server, { some, key, path: '/v1/logs' })), 400);
    },
  },
  {
    topic: 'Exporters',
    rule: 'the exporters report UNAUTHENTICATED, PERMISSION_DENIED and RESOURCE_EXHAUSTED (gRPC)',
    async holds(place) {
      const { server } = place;
      const { key: reader } = await server.newKey(['read']);
      const narrow = await place.another({ bodyBytes: 100 });
      for (const { send } of GRPC) {
        const some = someTelemetry();
        assert.equal(codeOf(await send(server, { some, key: 'nobody' })), 16);
        assert.equal(codeOf(await send(server, { some, key: reader })), 7);
        assert.equal(codeOf(await send(narrow, { some, key: narrow.key })), 8);
      }
    },
  },
  {
    topic: 'Retryable',
    rule: 'after 503 for lack of memory the exporter retries after `Retry-After`, and the spans are stored once',
    async holds(place) {
      const small = await place.another({ memoryBytes: 1 });
      await arrivesAfter(small, 503, () => place.replace(small));
    },
  },
  {
    topic: 'Retryable',
    rule: 'after 503 because the database cannot store the exporter retries, and the spans are stored once',
    async holds(place) {
      const server = await place.another();
      await server.database.sql`ALTER TABLE traces RENAME TO gone`;
      await arrivesAfter(server, 503, async () => {
        await server.database.sql`ALTER TABLE gone RENAME TO traces`;
        return server;
      });
    },
  },
  {
    topic: 'Retryable',
    rule: 'after 429 because a project fills the queue the exporter retries, and the spans are stored once',
    async holds(place) {
      const server = await place.another({ queueSpans: 8 });
      const first = someTelemetry(2);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: hold } = Promise.withResolvers<void>();
      const holder = server.database.sql.begin(async (transaction) => {
        await transaction`LOCK TABLE traces IN ACCESS EXCLUSIVE MODE`;
        hold();
        await released;
      });
      await locked;
      const filling = HTTP_EXPORTERS.traces.protobuf(server, { some: first, key: server.key });
      const { sql } = server.database;
      const waiting = () => sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'traces'::regclass`;
      while ((await waiting()).length === 0);
      await arrivesAfter(server, 429, async () => {
        release();
        await holder;
        return server;
      });
      assert.equal(await filling, undefined);
      assert.equal((await storedOf(server, first)).rows, 4);
    },
  },
  {
    topic: 'Retryable',
    rule: 'the JavaScript gRPC exporters report UNAVAILABLE and do not retry; a request that is sent again is stored once',
    async holds(place) {
      const small = await place.another({ memoryBytes: 1 });
      const sent = GRPC.map(({ signal, send }) => ({ signal, send, some: someTelemetry() }));
      for (const { send, some } of sent) assert.equal(codeOf(await send(small, { some, key: small.key })), 14);
      const roomy = await place.replace(small);
      for (const { signal, send, some } of sent) {
        assert.equal(await send(roomy, { some, key: roomy.key }), undefined);
        await isThereOnce(roomy, signal, some);
      }
    },
  },
  {
    topic: 'Shutdown',
    rule: 'requests and gRPC calls in progress are answered, and acknowledged spans are stored',
    async holds(place) {
      const server = await place.another();
      const sent = [...HTTP, ...GRPC].map(({ signal, send }) => {
        const some = someTelemetry();
        return { signal, some, delivery: send(server, { some, key: server.key }) };
      });
      await until(() => server.log.some((line) => line.msg === 'stored'));
      const next = await place.replace(server);
      for (const { signal, some, delivery } of sent) {
        if ((await delivery) === undefined) await isThereOnce(next, signal, some);
      }
    },
  },
];

function codeOf(error: Awaited<ReturnType<Exporter>>): unknown {
  return error && 'code' in error ? error.code : error;
}
