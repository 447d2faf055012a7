import { expect, it } from 'vitest';
import { stripColumns, stripWords } from './strip-columns.ts';
import type { Step } from '../../../../lib/steps/step-tree.ts';

const step = (state: string, tokens: number | null, status = 'ok') =>
  ({ thought: { state, tokens, characters: 10 }, span: null, calls: [{ status }] }) as unknown as Step;

it('draws one column a step, by the root of its thinking, and keeps unknown apart from none', () => {
  const columns = stripColumns(
    [step('readable', 100), step('summary', 400), step('unreported', null), step('none', 0), step('encrypted', 4)],
    100,
  );
  expect(columns.map(({ height, fill }) => [height, fill])).toEqual([
    [0.5, 'readable'],
    [1, 'summary'],
    [null, 'none'],
    [0, 'none'],
    [0.1, 'noText'],
  ]);
});

it('keeps the peak and the error of steps that share a column', () => {
  const steps = Array.from({ length: 1000 }, (_, index) =>
    step('readable', index === 555 ? 90 : 1, index === 777 ? 'error' : 'ok'),
  );
  const columns = stripColumns(steps, 300);
  expect(columns).toHaveLength(250);
  expect(columns.find((column) => column.height === 1)).toMatchObject({ first: 552, last: 555 });
  expect(columns.filter((column) => column.error)).toMatchObject([{ first: 776 }]);
  expect(stripColumns([], 10)).toEqual([]);
});

it('says what its columns are, and which is the highest', () => {
  const numbered = [step('readable', 100), step('summary', 2900), step('none', null)].map((one, at) => ({
    ...one,
    number: at + 1,
  }));
  expect(stripWords(numbered)).toBe('Thinking of steps 1–3, at most 2,900 tok in step 2');
  expect(stripWords(numbered.slice(2))).toBe('Thinking of step 1');
  expect(stripWords([])).toBe('');
});
