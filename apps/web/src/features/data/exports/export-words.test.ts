import { expect, it } from 'vitest';
import { size } from './export-words.ts';

it('writes sizes with a unit', () => {
  expect([0, 999, 1_000, 1_234_567, 5e9, 3e16].map(size)).toEqual([
    ...['0 bytes', '999 bytes', '1.0 kB', '1.2 MB', '5.0 GB', '30000.0 TB'],
  ]);
});
