/** Sends requests to a receiver: as fast as it answers, or at a given pace. Bodies are ready before the clock starts. */
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
/** A receiver that hangs ends the benchmark. */
const ANSWER_WITHIN_MS = 60_000;

/** Resolves with the seconds after which each answer was there, in the order of the answers. */
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

/** One request every `everyMs`, whether or not those before are answered; milliseconds from when each was due to its answer. */
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

/** Each item once, so many at a time. */
export async function inTurn<Item>(items: readonly Item[], atOnce: number, run: (item: Item) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await run(items[next++]!);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Connections of its own: those of an earlier round may have been closed as idle. */
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
