import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressed } from './compressed.ts';

const LONG = JSON.stringify('thought '.repeat(20_000));

const answerTo = (accepted: string | undefined, body = LONG, headers: Record<string, string> = {}) =>
  compressed(
    new Response(body, { headers: { 'content-type': 'application/json', etag: 'W/"1"', ...headers } }),
    new Request('http://127.0.0.1/', { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }),
  );
const codingOf = (answer: Response) => answer.headers.get('content-encoding');
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('a long answer', () => {
  it('goes out in the coding that is asked for, with all that stood above it', async () => {
    const [better, other] = [await answerTo('gzip, deflate, br, zstd'), await answerTo('deflate, gzip;q=0.5')];
    expect([codingOf(better), codingOf(other)]).toEqual(['br', 'gzip']);
    expect([better.headers.get('etag'), better.headers.get('vary')]).toEqual(['W/"1"', 'accept-encoding']);
    expect(String(brotliDecompressSync(await bytesOf(better)))).toBe(LONG);
    expect(String(gunzipSync(await bytesOf(other)))).toBe(LONG);
  });

  it('goes out as it is to who takes neither', async () => {
    for (const accepted of [undefined, '', 'identity', 'br;q=0, gzip;q=0.0', 'gzipped, broad']) {
      const answer = await answerTo(accepted);
      expect([codingOf(answer), await answer.text()]).toEqual([null, LONG]);
    }
  });
});

it('leaves alone what is short, what comes in pieces, and what has no body', async () => {
  const others = [
    await answerTo('br', '"short"'),
    await answerTo('br', LONG, { 'content-type': 'text/event-stream' }),
    await answerTo('br', LONG, { 'transfer-encoding': 'chunked' }),
  ];
  expect(others.map(codingOf)).toEqual([null, null, null]);
  expect(await others[0]!.text()).toBe('"short"');
  const nothing = new Response(null, { status: 304, headers: { 'content-type': 'application/json' } });
  expect(await compressed(nothing, new Request('http://127.0.0.1/'))).toBe(nothing);
});
