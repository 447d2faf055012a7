import { expect, it } from 'vitest';
import { sizeText } from './size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [999_999, '1.0 MB'],
  [3_040_000, '3.0 MB'],
  [5e12, '5000.0 GB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
