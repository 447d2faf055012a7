import { expect, it } from 'vitest';
import { problemsOf } from '../../../lib/address/address-problems.ts';
import { CHECKS } from './trace-url.ts';

const problems = (search: string) => problemsOf(CHECKS, new URLSearchParams(search));

it('finds nothing to say about what the page writes itself', () => {
  for (const search of [
    '',
    'view=spans&span=ab',
    'step=7b&tab=paid&panel=0',
    'at=3&step=3&hide=said,did&axis=time',
    'find=',
  ])
    expect(problems(search)).toEqual([]);
});

it('names each value that it does not know, and leaves what is not its own', () => {
  expect(problems('view=why2&tab=cost&step=seven&at=x&hide=said,sung&panel=9&axis=z&utm=1')).toHaveLength(7);
  expect(problems('step=seven')).toEqual(['“seven” is not a step. Use 7, or 7b for its second call.']);
  expect(problems(`view=${'x'.repeat(5000)}`)[0]).toHaveLength(
    61 + '“” is not a view. Use one of why, spans, messages, raw.'.length,
  );
});
