/**
 * Unnumbered attempts: the same bytes again, soon after a failure, are the next attempt; everything else is a call of
 * its own.
 */
import { SpanKind } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observeFetch } from '../observe/observe.ts';
import { ANSWER } from '../testing/client-subjects.ts';
import { startReplayServer, type Reply, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const BUSY: Reply = { status: 503, headers: { 'content-type': 'application/json' }, body: '{"message":"busy"}' };

/** The number of attempts and the outcome of each generation. */
async function reportedAttempts() {
  const generations = (await spans.all()).filter((span) => span.kind === SpanKind.CLIENT);
  return generations.map(({ attributes }) => [
    attributes['subtext.attempts'] ?? 1,
    attributes['error.type'] ?? 'answered',
  ]);
}

const observed = observeFetch();

async function ask(content: string): Promise<number> {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] });
  const response = await observed(`${server.url}/v1/chat/completions`, { method: 'POST', body });
  await response.text();
  return response.status;
}

describe('attempts without a number', () => {
  it('are joined each time an application repeats a failed request', async () => {
    server.next(BUSY, BUSY, wire.chat(ANSWER));
    expect([await ask('a'), await ask('a'), await ask('a')]).toEqual([503, 503, 200]);
    expect(await reportedAttempts()).toEqual([[3, 'answered']]);
  });

  it('are separate calls when the body differs, or the first was answered', async () => {
    server.next(BUSY, wire.chat(ANSWER), wire.chat(ANSWER));
    expect([await ask('a'), await ask('b'), await ask('b')]).toEqual([503, 200, 200]);
    expect((await reportedAttempts()).map(String).sort()).toEqual(['1,503', '1,answered', '1,answered']);
  });

  it('stay with one call each when two equal calls fail at once', async () => {
    server.next(BUSY, BUSY, wire.chat(ANSWER), wire.chat(ANSWER));
    expect(await Promise.all([ask('a'), ask('a')])).toEqual([503, 503]);
    expect(await Promise.all([ask('a'), ask('a')])).toEqual([200, 200]);
    expect((await reportedAttempts()).map(String)).toEqual(['2,answered', '2,answered']);
  });

  it('that all failed are recorded once', async () => {
    server.next(BUSY, BUSY);
    expect([await ask('a'), await ask('a')]).toEqual([503, 503]);
    expect(await reportedAttempts()).toEqual([[2, '503']]);
  });
});
