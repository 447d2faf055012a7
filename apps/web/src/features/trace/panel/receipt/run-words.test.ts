import { expect, it } from 'vitest';
import { isReportingRun, runWords } from './run-words.ts';
import { span } from '../../testing/timelines.ts';

it('is a run that reports usage: an agent or a chain, and not a call', () => {
  const told = { inputTokens: 10, outputTokens: 5 };
  expect(isReportingRun(span('a', { kind: 'agent', ...told }))).toBe(true);
  expect(isReportingRun(span('a', { kind: 'chain', ...told, outputTokens: null }))).toBe(true);
  expect(isReportingRun(span('a', { kind: 'agent', inputTokens: null, outputTokens: null }))).toBe(false);
  expect(isReportingRun(span('a', { kind: 'generation', ...told }))).toBe(false);
});

it('says whether its figures are in the sums', () => {
  expect(runWords('run')).toBe('Reported by the agent’s run, not by its calls: they are in the totals of this trace.');
  expect(runWords(null)).toContain('Not in the totals of this trace');
});
