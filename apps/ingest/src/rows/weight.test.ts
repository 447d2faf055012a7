import type { StorableSpan } from '@subtext/trace';
import { expect, test } from 'vitest';
import { scales } from './weight.ts';

const MEBIBYTE = 'x'.repeat(1024 ** 2);
const made = (calls: number, body = ''): StorableSpan =>
  ({ calls: Array.from({ length: calls }), body }) as unknown as StorableSpan;

test('a request of a hundred thousand calls is held, with one more it is refused', () => {
  const weigh = scales();
  for (let span = 0; span < 100; span += 1) weigh(made(1_000));
  expect(() => weigh(made(1))).toThrow(/more than 100000 tool calls.*smaller batches/);
});

test('bodies count together, also those of quarantined spans', () => {
  const weigh = scales();
  for (let span = 0; span < 127; span += 1) weigh(made(0, MEBIBYTE));
  weigh({ projectId: '', reason: '', contentType: '', body: Buffer.from(MEBIBYTE) });
  expect(() => weigh(made(0, 'x'))).toThrow(/too large/);
  expect(() => scales()(made(0, 'x'))).not.toThrow();
});
