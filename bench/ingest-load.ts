/**
 * Sends requests to a receiver as fast as it answers, or at a fixed pace. The bodies are built before the clock starts.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface Target {
  url: string;
  key: string;
}

export interface Sent {
  body: Uint8Array;
  gzip: boolean;
}

const IN_FLIGHT = 4;
/** Ends the benchmark when a receiver hangs. */
const ANSWER_WITHIN_MS = 60_000;

/** Resolves to the seconds from the start to each answer, in the order of the answers. */
export async function sendAll(target: Target, requests: readonly Sent[]): Promise<number[]> {
  const post = poster(target);
  const startedAt = performance.now();
  const answeredAt: number[] = [];
  await inTurn(requests, IN_FLIGHT, async (sent) => {
    await post(sent);
    answeredAt.push((performance.now() - startedAt) / 1_000);
  });
  return answeredAt;
}

/**
 * Sends one request every `everyMs`, even if earlier ones are not answered yet. Resolves to the milliseconds from each
 * request's due time to its answer.
 */
export async function sendAtPace(target: Target, requests: readonly Sent[], everyMs: number): Promise<number[]> {
  const post = poster(target);
  const startedAt = performance.now();
  return Promise.all(
    requests.map(async (sent, index) => {
      const due = startedAt + index * everyMs;
      await delay(Math.max(0, due - performance.now()));
      await post(sent);
      return performance.now() - due;
    }),
  );
}

/** Runs each item once, with `atOnce` items at a time. */
export async function inTurn<Item>(items: readonly Item[], atOnce: number, run: (item: Item) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await run(items[next++]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Uses new connections, because those of an earlier round may have been closed as idle. */
function poster({ url, key }: Target): (sent: Sent) => Promise<void> {
  const agent = new Agent({ keepAlive: true });
  return ({ body, gzip }) => {
    const headers = {
      'content-type': 'application/x-protobuf',
      'content-length': body.length,
      authorization: `Bearer ${key}`,
      ...(gzip && { 'content-encoding': 'gzip' }),
    };
    const options = { method: 'POST', agent, headers, timeout: ANSWER_WITHIN_MS };
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/traces`, options, (answer) => {
        if (answer.statusCode === 200) answer.resume().on('end', resolve);
        else answer.setEncoding('utf8').on('data', (text) => reject(new Error(`${answer.statusCode}: ${text}`)));
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer in a minute')));
      sent.on('error', reject).end(body);
    });
  };
}
