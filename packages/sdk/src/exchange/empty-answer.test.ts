/** An answer that ended properly and held nothing, one that was cut, and one whose connection broke. */
import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observeFetch } from '../observe/observe.ts';
import { CHAT, MESSAGE } from '../testing/callers.ts';
import { startReplayServer, type Reply, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';

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

describe('an answer without a whole event', () => {
  const SSE = { 'content-type': 'text/event-stream' };
  const JSON_TYPE = { 'content-type': 'application/json' };
  const CHAT_CALL = { path: '/v1/chat/completions', body: { ...CHAT, stream: true } };
  const GEMINI_CALL = {
    path: '/v1beta/models/gemini-3-flash:streamGenerateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'Why?' }] }] },
  };
  const CALLS = [
    CHAT_CALL,
    GEMINI_CALL,
    { path: '/v1/responses', body: { model: 'test-model', input: 'Why?', stream: true } },
    { path: '/v1/messages', body: { ...MESSAGE, stream: true } },
  ];

  async function recorded({ path, body }: (typeof CALLS)[number], reply: Reply): Promise<ReadableSpan> {
    server.next(reply);
    const answer = observeFetch()(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    await (await answer).text().catch(() => undefined);
    const generations = named(await spans.now(), 'chat');
    expect(generations).toHaveLength(1);
    return generations[0]!;
  }

  const EMPTY: [string, Reply][] = [
    ['no byte of a stream', { headers: SSE, body: '' }],
    ['no byte of JSON', { headers: JSON_TYPE, body: '' }],
    ['comments', { headers: SSE, body: ': PROCESSING\n\n' }],
    ['a part of the first event', { headers: SSE, body: 'data: {"id":"chatcmpl-1","cho' }],
    ['an empty list', { headers: JSON_TYPE, body: '[]\n' }],
  ];

  it.each(EMPTY)('that ends properly was empty, which is neither cut nor a success: %s', async (_, reply) => {
    for (const call of CALLS) {
      const span = await recorded(call, reply);
      expect(span.attributes).toMatchObject({ 'error.type': 'empty' });
      expect(span.attributes['subtext.incomplete.reason']).toBeUndefined();
      expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'The answer was empty.' });
      await spans.clear();
    }
  });

  it.each(EMPTY.filter(([, { body }]) => body !== ''))('whose connection breaks is an error: %s', async (_, reply) => {
    const span = await recorded(CHAT_CALL, { ...reply, ending: 'cut' });
    expect(span.attributes).toMatchObject({ 'subtext.incomplete': true, 'subtext.incomplete.reason': 'error' });
    expect(span.attributes['error.type']).not.toBe('empty');
  });

  it.each(['[', '[\n', '[{"candidates":[{"content":{"parts":[{"te'])(
    'is cut when its list does not end: %s',
    async (body) => {
      const span = await recorded(GEMINI_CALL, { headers: JSON_TYPE, body });
      expect(span.attributes).toMatchObject({ 'subtext.incomplete': true, 'subtext.incomplete.reason': 'cut' });
      expect(span.attributes['error.type']).toBeUndefined();
    },
  );
});
