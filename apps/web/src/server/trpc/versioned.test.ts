import { describe, expect, it } from 'vitest';
import { Versioned } from './versioned.ts';

const URL = 'http://127.0.0.1/api/trpc/trace.skeleton?input=x';
const asks = (etag: string | undefined, url = URL) =>
  new Versioned(new Request(url, { headers: etag === undefined ? {} : { 'if-none-match': etag } }));
const etagOf = (version: string) => {
  const first = asks(undefined);
  first.isKnown(version);
  return first.seal(new Response('all of it')).headers.get('etag')!;
};

describe('an answer with a version', () => {
  it('goes out whole under its version, is kept, and is asked for each time', async () => {
    const first = asks(undefined);
    expect(first.isKnown('1.abc')).toBe(false);
    const answer = first.seal(new Response('all of it'));
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      200,
      'all of it',
      'private, no-cache',
    ]);
  });

  it('is not sent to who has it, and is to who has another', async () => {
    const etag = etagOf('1.abc');
    const [same, other] = [asks(etag), asks(etag)];
    expect([same.isKnown('1.abc'), other.isKnown('1.abd')]).toEqual([true, false]);
    expect([same.seal(new Response('')).status, await other.seal(new Response('new')).text()]).toEqual([304, 'new']);
  });

  it('is sent whole in a batch, where the known version is ambiguous', () => {
    expect(asks(etagOf('1.abc'), `${URL}&batch=1`).isKnown('1.abc')).toBe(false);
  });

  it('does not cover an error, nor what has no version', () => {
    const failed = asks(etagOf('1.abc'));
    failed.isKnown('1.abc');
    expect(failed.seal(new Response('no', { status: 500 })).status).toBe(500);
    expect(asks('W/"1.abc"').seal(new Response('x')).headers.has('etag')).toBe(false);
  });
});
