import { expect, it } from 'vitest';
import { boundedRequest, MAX_BODY_BYTES } from './body-limit.ts';

const URL = 'http://localhost:3000/api/trpc/keys.create';
const PIECE = new Uint8Array(64 * 1024);

/** A sender without a content length that never ends. */
function endless() {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent += PIECE.length;
        controller.enqueue(PIECE);
      },
    },
    { highWaterMark: 0 },
  );
  return { request: new Request(URL, { method: 'POST', body, duplex: 'half' } as RequestInit), sent: () => sent };
}

it('hands on what was sent, with method and headers', async () => {
  const sent = new Request(URL, { method: 'POST', body: '{"a":"é"}', headers: { cookie: 'a=b', 'x-user': 'me' } });
  const bounded = (await boundedRequest(sent)) as Request;
  expect(bounded).toMatchObject({ method: 'POST', url: URL });
  expect(bounded.headers.get('x-user')).toBe('me');
  expect(await bounded.json()).toEqual({ a: 'é' });
});

it('leaves a request without a body as it is', async () => {
  const asked = new Request(URL);
  expect(await boundedRequest(asked)).toBe(asked);
});

it('hands on a body of exactly the most bytes, and refuses one more', async () => {
  const post = (bytes: number) =>
    boundedRequest(new Request(URL, { method: 'POST', body: new Uint8Array(bytes) })) as Promise<Response>;
  expect((await (await post(MAX_BODY_BYTES)).arrayBuffer()).byteLength).toBe(MAX_BODY_BYTES);
  expect((await post(MAX_BODY_BYTES + 1)).status).toBe(413);
});

it('refuses by the length that is announced, before anything is read', async () => {
  const { request, sent } = endless();
  request.headers.set('content-length', String(10 * MAX_BODY_BYTES));
  expect(((await boundedRequest(request)) as Response).status).toBe(413);
  expect(sent()).toBe(0);
});

it('stops reading a body that does not end', async () => {
  const { request, sent } = endless();
  expect(((await boundedRequest(request)) as Response).status).toBe(413);
  expect(sent()).toBeLessThanOrEqual(MAX_BODY_BYTES + 2 * PIECE.length);
});
