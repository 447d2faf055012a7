import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { buildSteps } from '../../lib/steps/build-steps.ts';
import { rowName } from '../../lib/steps/sentences.ts';
import { call, span } from '../../lib/steps/testing-rows.ts';
import { TextlessThought } from './TextlessThought.tsx';

const untold = { state: null, inputTokens: null, outputTokens: null, reasoningTokens: null, cost: null };
const stepOf = (rows: Parameters<typeof buildSteps>[0]) => buildSteps(rows).steps[0]!;
const drawn = (rows: Parameters<typeof buildSteps>[0]) =>
  renderToStaticMarkup(createElement(TextlessThought, { step: stepOf(rows) }));

it('a pending model call, a failed one, and a run that was not requested each have their own words', () => {
  expect(drawn({ spans: [span('g', untold)], calls: [] })).toContain('Thinking not reported by this provider');
  expect(drawn({ spans: [span('g', { ...untold, duration: null })], calls: [] })).toContain('No answer in this trace');
  const failed = { spans: [span('g', { ...untold, status: 'error' as const })], calls: [] };
  expect(drawn(failed)).toBe('—');
  expect(rowName(stepOf(failed))).toBe('Step 1, the model call failed.');
  const run = { spans: [span('t', { kind: 'tool' })], calls: [call('t', 0, { describedBy: 'execution' })] };
  expect(drawn(run)).toBe('Not requested in this trace');
});
