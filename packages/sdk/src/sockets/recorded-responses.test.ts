/** Recorded answers of the Responses API, sent over a WebSocket and over HTTP: the spans are the same. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { ResponsesWS } from 'openai/resources/responses/ws';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from '../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { eventsOf, startSocketServer, type SocketServer } from '../testing/socket-server.ts';
import { collectSpans, named } from '../testing/spans.ts';

interface Recorded {
  id: string;
  api: string;
  turns: { request: { body: object | null } | null; response: { status?: number; encoding: string; body: unknown } }[];
}

const FOLDERS = [
  join(import.meta.dirname, '../../../reasoning/fixtures'),
  process.env.SUBTEXT_RECORDINGS ?? join(import.meta.dirname, '../../../../../shared/recordings'),
];

const CASES = FOLDERS.filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded),
  )
  .filter(({ api, turns }) => api === 'openai.responses' && turns.every(({ response }) => response.encoding === 'sse'));

const spans = collectSpans();
let server: SocketServer;
let http: ReplayServer;

beforeAll(async () => {
  [server, http] = await Promise.all([startSocketServer(), startReplayServer()]);
});
afterEach(() => spans.clear());
afterAll(() => Promise.all([server.close(), http.close()]));

const client = (baseURL: string) => observe(new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0 }));
const requestOf = ({ request }: Recorded['turns'][number]) => ({ model: 'm', input: 'Hi', ...request?.body });
const textOf = ({ response }: Recorded['turns'][number]) => String(response.body);

/** Each turn has a connection of its own, which the server closes after the last event that was recorded. */
async function overSocket({ turns }: Recorded): Promise<void> {
  for (const turn of turns) {
    server.next([...eventsOf({ body: textOf(turn) }), { close: 1000 }]);
    const socket = new ResponsesWS(client(server.url));
    socket.on('error', () => undefined);
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.send({ type: 'response.create', ...requestOf(turn) });
    await isClosed;
  }
}

async function overHttp({ turns }: Recorded): Promise<void> {
  for (const turn of turns) {
    http.next({ headers: { 'content-type': 'text/event-stream' }, body: textOf(turn) });
    const stream = await client(`${http.url}/v1`).responses.create({ ...requestOf(turn), stream: true });
    try {
      for await (const event of stream) void event;
    } catch {
      // An error event.
    }
  }
}

const OF_ONE_SENDING = new Set(['server.port', 'gen_ai.response.time_to_first_chunk']);

function comparable({ name, status, attributes }: ReadableSpan): unknown {
  const same = Object.entries(attributes).filter(([key]) => !OF_ONE_SENDING.has(key));
  return { name, status, attributes: Object.fromEntries(same) };
}

describe('a recorded answer of the Responses API', () => {
  it.each(CASES)('gives the same spans over a WebSocket: $id', async (recorded) => {
    await overSocket(recorded);
    const sent = named(await spans.all(), '').map(comparable);
    await spans.clear();
    await overHttp(recorded);
    expect(sent).toEqual(named(await spans.all(), '').map(comparable));
    expect(sent.length).toBeGreaterThanOrEqual(recorded.turns.length);
  });
});
