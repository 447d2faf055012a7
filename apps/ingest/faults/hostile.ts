/** Requests that need too much memory or time, or that the readers cannot handle. */
import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import {
  emptySpans,
  gzipBomb,
  manyAttributes,
  manyCalls,
  nested,
  oneBigResource,
  protobufRequest,
  sized,
} from './bodies.ts';
import type { Fault, Stage } from './fault.ts';
import { ask } from './ingest-process.ts';

interface HostileRequest {
  body: Uint8Array;
  type?: 'application/json' | 'application/x-protobuf';
  encoding?: 'gzip';
}

interface Answer {
  status: number;
  text: string;
}

/** Sends like a sender that accepts a refusal: a response that arrives while it is still sending counts. */
async function send({ system }: Stage, request: HostileRequest): Promise<Answer> {
  const headers: Record<string, string> = {
    'content-type': request.type ?? 'application/json',
    'x-api-key': system.projects[1].key,
    ...(request.encoding && { 'content-encoding': request.encoding }),
  };
  const body = new Uint8Array(request.body);
  return fetch(`http://127.0.0.1:${system.port}/v1/traces`, { method: 'POST', headers, body }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: Error) => ({ status: 0, text: String(error.cause ?? error) }),
  );
}

/**
 * Retries as exporters do: after a "busy" response, and after a connection that broke during sending.
 */
async function sendUntilDecided(stage: Stage, request: HostileRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(stage, request);
    if (![0, 429, 503].includes(answer.status) || attempt === 20) return answer;
    await delay(500);
  }
}

/**
 * Sends the request, in a long run several times at once, and expects the same response each time. Other senders
 * continue meanwhile.
 */
async function sendTogether(stage: Stage, request: HostileRequest, wanted: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: stage.scale.atOnce }, () => sendUntilDecided(stage, request)));
  for (const { status, text } of answers)
    stage.expect(status === wanted, `it was answered ${status} (${text.slice(0, 200)})`);
  stage.expect((await ask(stage.system.port, '/healthz')) === 200, '/healthz does not answer');
  await stage.ledger.acknowledges(6);
}

/** While one core decodes tens of megabytes, other senders may get 503, or give up before they get a response. */
const BUSY = [0, 429, 503];

const MEBIBYTE = 1024 ** 2;
const LARGEST_BODY = 64 * MEBIBYTE;

export const HOSTILE: readonly Fault[] = [
  {
    name: 'gzip bomb',
    what: 'A body of 10 MiB that inflates to 10 GiB is refused with 413 and is not inflated.',
    answers: [503],
    strike: (stage) => sendTogether(stage, { body: gzipBomb(), encoding: 'gzip' }, 413),
  },
  {
    name: '64 MiB request',
    what: 'A body of exactly 64 MiB, the limit, is stored. One more byte is refused with 413, with and without a Content-Length.',
    answers: BUSY,
    async strike(stage) {
      await sendTogether(stage, { body: sized(LARGEST_BODY) }, 200);
      await sendTogether(stage, { body: sized(LARGEST_BODY + 1) }, 413);
      await sendTogether(stage, { body: gzipSync(sized(LARGEST_BODY + 1)), encoding: 'gzip' }, 413);
    },
  },
  {
    name: '1,000,000 attributes',
    what: 'One span with a million attributes is stored, from JSON and from protobuf, with ten thousand attributes and the number of those dropped.',
    answers: BUSY,
    async strike(stage) {
      const attributes = manyAttributes(1_000_000);
      await sendTogether(stage, { body: Buffer.from(JSON.stringify(attributes.json)) }, 200);
      await sendTogether(stage, { body: attributes.protobuf, type: 'application/x-protobuf' }, 200);
      const rows = await stage.system.sql<{ dropped: number }[]>`
        SELECT dropped_attributes AS dropped FROM spans WHERE name = 'many attributes'`;
      stage.expect(
        rows.length === 2 && rows.every(({ dropped }) => dropped === 990_000),
        `left out and counted: ${rows.map(({ dropped }) => dropped).join(', ')}`,
      );
    },
  },
  {
    name: 'depth 10,000',
    what: 'Values nested 10,000 levels deep, in OTLP and in the JSON text of messages, are stored; parts that are too deep are named or kept as text.',
    answers: [],
    async strike(stage) {
      for (const request of nested(10_000)) await sendTogether(stage, request, 200);
      const [row] = await stage.system.sql<{ aside: number }[]>`SELECT count(*)::int AS aside FROM quarantine`;
      stage.expect(row!.aside === 0, `${row!.aside} of them are in quarantine`);
    },
  },
  {
    name: '1,000,000 calls',
    what: 'One answer that requests a million tool calls is stored, with the first ten thousand as calls; a request with a hundred such answers is refused with 413.',
    answers: BUSY,
    async strike(stage) {
      await sendTogether(stage, { body: manyCalls(1, 1_000_000) }, 200);
      await sendTogether(stage, { body: manyCalls(100, 10_000) }, 413);
    },
  },
  {
    name: 'one big resource',
    what: 'A request of 9 MiB in which 2,000 spans share a resource of 8 MiB is refused with 413: it would take 16 GiB if each span kept the resource.',
    answers: BUSY,
    strike: (stage) => sendTogether(stage, { body: oneBigResource(2_000, 8 * MEBIBYTE) }, 413),
  },
  {
    name: 'empty spans',
    what: 'A body of 60 MiB (60 kB gzipped) in which every two bytes are an empty span is refused with 413: its spans would take about 12 GiB.',
    answers: BUSY,
    strike: (stage) =>
      sendTogether(
        stage,
        { body: gzipSync(emptySpans(60 * MEBIBYTE)), type: 'application/x-protobuf', encoding: 'gzip' },
        413,
      ),
  },
  {
    name: 'bytes flipped and cut',
    what: 'A protobuf body, plain and gzipped, has one byte flipped or is cut off, at every position: ingest answers 200 or 400, never anything else, and the stored sums are right.',
    answers: [],
    strike: flipAndCut,
  },
];

async function flipAndCut(stage: Stage): Promise<void> {
  const plain = protobufRequest();
  for (const [original, encoding] of [
    [plain, undefined],
    [gzipSync(plain), 'gzip'],
  ] as const) {
    const request = (body: Uint8Array): HostileRequest => ({
      body,
      type: 'application/x-protobuf',
      ...(encoding && { encoding }),
    });
    for (let place = 0; place < original.length; place += stage.scale.flipEvery) {
      const flipped = Buffer.from(original);
      flipped[place]! ^= 1 << (place % 8);
      const answers = await Promise.all(
        [flipped, original.subarray(0, place)].map((body) => send(stage, request(body))),
      );
      for (const [index, { status, text }] of answers.entries())
        stage.expect(
          status === 200 || status === 400,
          `${['flipped', 'cut'][index]} at ${place}: ${status} ${text.slice(0, 80)}`,
        );
    }
  }
}
