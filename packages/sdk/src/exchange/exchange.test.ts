/** What an exchange keeps of an answer that the caller reads whole, and of the request headers. */
import { describe, expect, it } from 'vitest';
import { CREDENTIAL, withoutCredentials } from '../privacy/credentials.ts';
import { keepChunk, keepText, openExchange, type Exchange } from './exchange.ts';

function exchangeOf(...chunks: Uint8Array[]): Exchange {
  const exchange = openExchange('http://localhost/v1/messages', { method: 'POST', body: '{}' }, { run: {} });
  if (!exchange) throw new Error('This is a model call.');
  for (const chunk of chunks) keepChunk(exchange, chunk, 'keepReference');
  return exchange;
}

describe('the text of an answer', () => {
  it('replaces its bytes', () => {
    const exchange = exchangeOf(new Uint8Array([0x7b]), new Uint8Array([0x7d]));
    keepText(exchange, '{}');
    expect([exchange.body.content(), exchange.keptBytes, exchange.totalBytes]).toEqual(['{}', 2, 2]);
    exchange.body.clear();
  });

  it('is not kept for framed bodies, which are not text', () => {
    const frame = new Uint8Array([0, 0, 0, 0xff]);
    const exchange = exchangeOf(frame);
    keepText(exchange, new TextDecoder().decode(frame));
    expect(exchange.body.content()).toEqual([frame]);
    exchange.body.clear();
  });

  it('is not kept when some of the body had no room', () => {
    const exchange = exchangeOf(new Uint8Array(16 * 1024 * 1024), new Uint8Array(1), new Uint8Array(0));
    keepText(exchange, 'all of it');
    expect(exchange.body.content()).toHaveLength(1);
    expect([exchange.keptBytes, exchange.totalBytes]).toEqual([16 * 1024 * 1024, 16 * 1024 * 1024 + 1]);
    exchange.body.clear();
  });
});

describe('the headers of a request', () => {
  const secret = (form: string) => `sk-9fK2qZ7x-in-${form}`;
  const forms: [string, RequestInit['headers']][] = [
    ['headers', new Headers({ Authorization: `Bearer ${secret('headers')}`, 'X-Stainless-Retry-Count': '2' })],
    ['fields', { AUTHORIZATION: `Bearer ${secret('fields')}`, 'X-Stainless-Retry-Count': '2' }],
    [
      'pairs',
      [
        ['X-Api-Key', secret('pairs')],
        ['x-stainless-retry-count', '2'],
      ],
    ],
  ];

  it.each(forms)('are read as %s, with the keys in them, and are not stored', (form, headers) => {
    const exchange = openExchange('http://localhost/v1/messages', { method: 'POST', body: '{}', headers }, { run: {} });
    expect(exchange?.attempt).toBe(2);
    expect(withoutCredentials(`It was ${secret(form)}.`)).toBe(`It was ${CREDENTIAL}.`);
    expect(Object.values(exchange ?? {})).not.toContain(headers);
  });

  it('are read from a Request object, together with the credentials in its URL', () => {
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': secret('request') };
    const request = new Request('http://localhost/v1/messages?key=sk-4vT8mW1c-in-url', {
      method: 'POST',
      body: '{}',
      headers,
    });
    openExchange(request, undefined, { run: {} });
    expect(withoutCredentials(`${secret('request')} sk-4vT8mW1c-in-url`)).toBe(`${CREDENTIAL} ${CREDENTIAL}`);
  });

  it.each(['lm-studio', 'anything', 'not-needed', 'sk-no-key-required'])(
    'do not change texts with the word that stands for a missing key: %s',
    (placeholder) => {
      const init = { method: 'POST', body: '{}', headers: { authorization: `Bearer ${placeholder}` } };
      openExchange(`http://localhost/v1/messages?key=${placeholder}`, init, { run: {} });
      const thought = `The ${placeholder} host can do ${placeholder}.`;
      expect(withoutCredentials(thought)).toBe(thought);
    },
  );
});
