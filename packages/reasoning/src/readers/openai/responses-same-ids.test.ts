/** Hosts that count ids anew within one response: one id stands for several items (providers.md §2.2). */
import { expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';

const thought = (text: string) => ({ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text }] });
const call = (given: string) => ({ type: 'function_call', id: 'fc_1', call_id: 'call_0', name: 'f', arguments: given });

it('keeps items of one id apart, thoughts and calls alike, when the last event repeats them', () => {
  const output = [thought('one'), call('{"a":1}'), thought('two'), call('{"a":2}')];
  const events = [
    ...output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
    { type: 'response.completed', response: { object: 'response', status: 'completed', output } },
  ];
  const { calls } = attribute(readResponse({ body: sse(events) })?.choices[0]?.parts ?? []);
  expect(calls.map(({ reasoning, arguments: given }) => [reasoning, given])).toEqual([
    [['one'], { a: 1 }],
    [['two'], { a: 2 }],
  ]);
});
