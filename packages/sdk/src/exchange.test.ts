/** What an exchange keeps of an answer that its caller reads whole. */
import { describe, expect, it } from 'vitest';
import { keepChunk, keepText, openExchange, type Exchange } from './exchange.ts';

function lent(...chunks: Uint8Array[]): Exchange {
  const exchange = openExchange('http://localhost/v1/messages', { method: 'POST', body: '{}' }, { run: {} });
  if (!exchange) throw new Error('This is a model call.');
  for (const chunk of chunks) keepChunk(exchange, chunk, 'lend');
  return exchange;
}

describe('the text of an answer', () => {
  it('is kept in place of its bytes', () => {
    const exchange = lent(new Uint8Array([0x7b]), new Uint8Array([0x7d]));
    keepText(exchange, '{}');
    expect([exchange.body.content(), exchange.keptBytes, exchange.totalBytes]).toEqual(['{}', 2, 2]);
    exchange.body.clear();
  });

  it('is not kept of frames, which no text can hold', () => {
    const frame = new Uint8Array([0, 0, 0, 0xff]);
    const exchange = lent(frame);
    keepText(exchange, new TextDecoder().decode(frame));
    expect(exchange.body.content()).toEqual([frame]);
    exchange.body.clear();
  });

  it('is not kept when some of it had no room', () => {
    const exchange = lent(new Uint8Array(16 * 1024 * 1024), new Uint8Array(1), new Uint8Array(0));
    keepText(exchange, 'all of it');
    expect(exchange.body.content()).toHaveLength(1);
    expect([exchange.keptBytes, exchange.totalBytes]).toEqual([16 * 1024 * 1024, 16 * 1024 * 1024 + 1]);
    exchange.body.clear();
  });
});
