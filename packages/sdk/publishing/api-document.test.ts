/** The API documentation equals the docstrings. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_DOCUMENT, apiDocument, type ApiDocument } from './api-document.ts';
import { pack, type Packed } from './package.ts';

let packed: Packed;
let made: ApiDocument;

beforeAll(async () => {
  packed = await pack();
  made = await apiDocument(packed);
});
afterAll(() => packed?.remove());

it('is up to date in docs/sdk-api.md; `npm run api -w packages/sdk` writes it again', async () => {
  expect(await readFile(API_DOCUMENT, 'utf8')).toBe(made.text);
});

it('has a docstring for every exported name', () => {
  expect(made.complaints).toEqual([]);
});
