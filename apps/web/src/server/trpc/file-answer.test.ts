import { expect, it } from 'vitest';
import { busyAnswer, download, plain } from './file-answer.ts';
import { BusyError } from '../large-reads/busy-error.ts';
import { SharedDocument } from '../large-reads/shared-document.ts';

it('nothing that leaves as a file or a text stays in a cache', async () => {
  const shape = { name: 'trace.json', type: 'application/json' };
  const document = new SharedDocument({ stallMs: 60_000, mostMs: 60_000 });
  const reader = document.join();
  const filled = document.fill(pieces('a', 'b'));
  const file = await download(reader, shape);
  expect(await file.text()).toBe('ab');
  await filled;
  for (const answer of [file, plain('# Step 7', 200), plain('There is no such trace in this project.', 404)])
    expect(answer.headers.get('cache-control')).toBe('no-store');
});

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Uint8Array.from(Buffer.from(text));
}

it('what is refused for a while says for how long, and what fails otherwise is no such answer', async () => {
  const refused = busyAnswer(new BusyError(5));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.text()).toContain('Try again');
  expect(() => busyAnswer(new Error('lost'))).toThrow('lost');
});
