/** Steps of model calls that do not think: named by what they are, with a cost, and without a thought. */
import { expect, test } from 'vitest';
import { callsWords } from '../figures/count-words.ts';
import { buildSteps } from './build-steps.ts';
import { rowName, whySentence } from './sentences.ts';
import { stepAction } from './step-action.ts';
import { taskLabel } from './step-task.ts';
import { call, span } from './testing-rows.ts';

const task = (id: string, kind: string, more: object = {}) =>
  span(id, { kind, state: 'none', reasoningTokens: null, reasoningCost: null, hiddenCost: null, cost: 2e7, ...more });
const output = (spanId: string) =>
  call(spanId, 0, { type: 'trailing', tool: 'text_output', callId: null, state: 'none' });
const only = (
  spans: Parameters<typeof buildSteps>[0]['spans'],
  calls: Parameters<typeof buildSteps>[0]['calls'] = [],
) => buildSteps({ spans, calls }).steps;

test('each is one step with its own name', () => {
  const kinds = ['embedding', 'image', 'speech', 'transcription', 'moderation', 'rerank'];
  const spans = kinds.map((kind, at) => task(`s${at}`, kind, { start: at }));
  const steps = only(
    spans,
    spans.map(({ id }) => output(id)),
  );
  expect(steps.map(taskLabel)).toEqual(['Embeddings', 'Image', 'Speech', 'Transcription', 'Moderation', 'Rerank']);
  expect(steps.map(stepAction).map(({ task: label }) => label)).toEqual(steps.map(taskLabel));
});

test('its row and its panel say nothing of thinking but that it does not think', () => {
  const [step] = only([task('s', 'embedding')], [output('s')]);
  expect(rowName(step!)).toBe('Step 1, embeddings, 2 cents.');
  expect(whySentence(step!)).toBe('A call of this kind does not think, so there is no reason to read.');
});

test('it does not make the thinking of the steps around it unknown', () => {
  const [step] = only([task('s', 'rerank')], [output('s')]);
  expect(step!.paid).toMatchObject({ cost: 2e7, reasoningTokens: 0 });
  expect(step!.sum.uncounted).toBe(false);
});

test('without a cost it lacks a price, or for embeddings without tokens its usage', () => {
  const missing = { cost: null, inputTokens: null, outputTokens: null };
  const [image] = only([task('s', 'image', missing)], [output('s')]);
  const [embedding] = only([task('s', 'embedding', missing)], [output('s')]);
  expect([image!.paid!.lack, embedding!.paid!.lack]).toEqual(['price', 'usage']);
});

test('that failed says so', () => {
  const [step] = only([task('s', 'speech', { status: 'error', statusMessage: 'No.' })], [output('s')]);
  expect(step).toMatchObject({ kind: 'response', calls: [] });
  expect(rowName(step!)).toContain('the model call failed');
});

test('model calls that do not think are counted beside the others', () => {
  const none = { generations: 0, runsCounted: 0, generationsInRuns: 0 };
  expect(callsWords({ ...none, taskCalls: 2 })).toBe('2 calls');
  expect(callsWords({ ...none, generations: 3, taskCalls: 1 })).toBe('3 calls, 1 call without thinking');
});
