import { expect, it } from 'vitest';
import { download, plain } from './file-answer.ts';

it('nothing that leaves as a file or a text stays in a cache', async () => {
  const file = download({ pieces: ['a', 'b'], name: 'trace.json', type: 'application/json' });
  expect(await file.text()).toBe('ab');
  for (const answer of [file, plain('# Step 7', 200), plain('There is no such trace in this project.', 404)])
    expect(answer.headers.get('cache-control')).toBe('no-store');
});
