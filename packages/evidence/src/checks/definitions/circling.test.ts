import { expect, test } from 'vitest';
import { quotes, runOf } from '../testing/runs.ts';
import { circling } from './circling.ts';

// As an agent of a public benchmark wrote it, three times.
const THOUGHT =
  'I need to ensure the payment methods add up to the total cost of $833 for the first reservation. I will use the ' +
  '$500 certificate, $198 gift card, and $129 gift card, and adjust the credit card payment accordingly.';

test('the same thought again is certain, in other spacing and case, too', () => {
  const run = runOf({ thought: THOUGHT }, { thought: THOUGHT.toUpperCase().replaceAll('. ', '.\n\n') });
  expect(circling.find(run)).toMatchObject([{ step: 1, confidence: 'certain', tokens: 100, dollars: 0.001 }]);
  expect(quotes(circling, run)[0]).toBe(THOUGHT.slice(0, 200));
});

test('a nearly equal thought is likely', () => {
  const long = `${THOUGHT} ${THOUGHT.replaceAll(/\d/g, '').replaceAll('the', 'their')}`;
  expect(circling.find(runOf({ thought: long }, { thought: `So ${long}` }))).toMatchObject([{ confidence: 'likely' }]);
});

test('equal summaries are likely, because the thoughts can differ', () => {
  const step = { thoughts: [{ text: THOUGHT, callsBefore: 0, isSummary: true }] };
  expect(circling.find(runOf(step, step))).toMatchObject([{ confidence: 'likely' }]);
});

test('thoughts within a step are compared, too, and their tokens are not known', () => {
  const thoughts = [0, 1].map((callsBefore) => ({ text: THOUGHT, callsBefore, isSummary: false }));
  const run = runOf({ thoughts, calls: [{ tool: 'search' }, { tool: 'search' }] });
  expect(circling.find(run)).toMatchObject([{ step: 0, tokens: null, dollars: null }]);
});

const WORDS = Array.from({ length: 90 }, (_, index) => 'word'.padEnd(5 + (index % 9), 'abcdefghi'.charAt(index % 7)));
const item = (number: number) => `${WORDS.join(' ')} ${number} ${WORDS.toReversed().join(' ')}`;

test.each([
  ['short', 'Let me check the next one.', 'Let me check the next one.'],
  ['about the next of many', item(12), item(13)],
  [
    'about something else',
    THOUGHT,
    'The reservation cannot be changed, because it is a basic economy ticket. I tell the user so.',
  ],
  ['cut by the provider', `${THOUGHT} I then...`, `${THOUGHT} I then...`],
])('a thought is not circling when it is %s', (_why, first, second) => {
  expect(circling.find(runOf({ thought: first }, { thought: second }))).toEqual([]);
});

test('one other word in a short thought is nearly equal, unless the calls differ in it', () => {
  const thought = (name: string) =>
    `I do not have the address of the customer yet, so I look at the record of ${name} before I go on with the parcel.`;
  const call = (name: string) => ({ tool: 'search', arguments: { query: name } });
  expect(circling.find(runOf({ thought: thought('Smith') }, { thought: thought('Smyth') }))).toMatchObject([
    { step: 1, confidence: 'likely' },
  ]);
  const next = runOf(
    { thought: thought('Smith'), calls: [call('Smith')] },
    { thought: thought('Jones'), calls: [call('Jones')] },
  );
  expect(circling.find(next)).toEqual([]);
});

test('a short thought is circling when it leads to the same call', () => {
  const step = (query: string) => ({
    thought: 'Let me look at the order.',
    calls: [{ tool: 'search', arguments: { query } }],
  });
  expect(circling.find(runOf(step('a'), step('a')))).toMatchObject([{ step: 1, confidence: 'certain' }]);
  expect(circling.find(runOf(step('a'), step('b')))).toEqual([]);
});

test('two thoughts in turn are circling from the second time on', () => {
  const other = 'The reservation cannot be changed, because it is a basic economy ticket. I tell the user so.';
  const run = runOf({ thought: THOUGHT }, { thought: other }, { thought: THOUGHT }, { thought: other });
  expect(circling.find(run)).toMatchObject([{ step: 3 }]);
});

test('but many equal words are', () => {
  expect(circling.find(runOf({ thought: item(12) }, { thought: `So ${item(12)}` }))).toMatchObject([
    { confidence: 'likely' },
  ]);
});

test('only successive thoughts are compared', () => {
  const between = 'The reservation cannot be changed, because it is a basic economy ticket. I tell the user so.';
  expect(circling.find(runOf({ thought: THOUGHT }, { thought: between }, { thought: THOUGHT }))).toEqual([]);
});
