/** Requests that want too much: of memory, of time, of the reader. */
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

/** As a sender that takes a refusal for one: an answer that comes while it is still sending counts. */
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
 * Busy is an answer as well, and a connection that broke while it was still sending is none: the request is sent again,
 * as exporters do.
 */
async function sendUntilDecided(stage: Stage, request: HostileRequest): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(stage, request);
    if (![0, 429, 503].includes(answer.status) || attempt === 20) return answer;
    await delay(500);
  }
}

/**
 * Sends it, in a long run a few times at once, and asks for the same answer of all; senders of others go on meanwhile.
 */
async function sendTogether(stage: Stage, request: HostileRequest, wanted: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: stage.scale.atOnce }, () => sendUntilDecided(stage, request)));
  for (const { status, text } of answers)
    stage.expect(status === wanted, `it was answered ${status} (${text.slice(0, 200)})`);
  stage.expect((await ask(stage.system.port, '/healthz')) === 200, '/healthz does not answer');
  await stage.ledger.acknowledges(6);
}

/** While one core decodes tens of megabytes, others may be told to come again, or wait longer than they do. */
const BUSY = [0, 429, 503];

const MEBIBYTE = 1024 ** 2;
const LARGEST_BODY = 64 * MEBIBYTE;

export const HOSTILE: readonly Fault[] = [
  {
    name: 'gzip bomb',
    what: 'A body of 10 MiB that inflates to 10 GiB is refused with 413 without being inflated.',
    answers: [503],
    strike: (stage) => sendTogether(stage, { body: gzipBomb(), encoding: 'gzip' }, 413),
  },
  {
    name: '64 MiB request',
    what: 'A body of exactly the limit, 64 MiB, is stored; one of a byte more is refused with 413, by its length and without it.',
    answers: BUSY,
    async strike(stage) {
      await sendTogether(stage, { body: sized(LARGEST_BODY) }, 200);
      await sendTogether(stage, { body: sized(LARGEST_BODY + 1) }, 413);
      await sendTogether(stage, { body: gzipSync(sized(LARGEST_BODY + 1)), encoding: 'gzip' }, 413);
    },
  },
  {
    name: '1,000,000 attributes',
    what: 'One span with a million attributes is stored, as JSON and as protobuf, with ten thousand of them and the count of those left out.',
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
    what: 'Values nested 10,000 deep, in OTLP and in the JSON text of messages, are stored, with what is too deep named or kept as text.',
    answers: [],
    async strike(stage) {
      for (const request of nested(10_000)) await sendTogether(stage, request, 200);
      const [row] = await stage.system.sql<{ aside: number }[]>`SELECT count(*)::int AS aside FROM quarantine`;
      stage.expect(row!.aside === 0, `${row!.aside} of them are in quarantine`);
    },
  },
  {
    name: '1,000,000 calls',
    what: 'One answer that asks for a million tools is stored, the first ten thousand of its calls as calls; a request with a hundred such answers is refused with 413.',
    answers: BUSY,
    async strike(stage) {
      await sendTogether(stage, { body: manyCalls(1, 1_000_000) }, 200);
      await sendTogether(stage, { body: manyCalls(100, 10_000) }, 413);
    },
  },
  {
    name: 'one big resource',
    what: 'A resource of 8 MiB that 2,000 spans share, a request of 9 MiB that would be 16 GiB if each kept it, is refused with 413.',
    answers: BUSY,
    strike: (stage) => sendTogether(stage, { body: oneBigResource(2_000, 8 * MEBIBYTE) }, 413),
  },
  {
    name: 'empty spans',
    what: 'A body of 60 MiB, 60 kB zipped, in which each two bytes are a span with nothing in it, some twelve GiB if they were read, is refused with 413.',
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
    what: 'A protobuf body, plain and zipped, with one byte flipped or cut off at every place: 200 or 400, never anything else, and what is stored adds up.',
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
