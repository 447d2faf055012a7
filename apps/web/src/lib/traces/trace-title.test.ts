import { expect, test } from 'vitest';
import { tabTitle, traceTitle } from './trace-title.ts';

const id = 'ab'.repeat(16);

test('a trace is called by what was asked, else by its name, else by its id', () => {
  expect(traceTitle({ asked: 'Refund', name: 'run', id })).toBe('Refund');
  expect(traceTitle({ asked: null, name: 'run', id })).toBe('run');
  expect(traceTitle({ asked: null, name: null, id })).toBe('Trace abababab');
});

test('its tab also has its own name, and no more of a long question than fits', () => {
  expect(tabTitle({ asked: 'Refund', name: 'support-agent', id })).toBe('Refund · support-agent');
  expect(tabTitle({ asked: null, name: 'support-agent', id })).toBe('support-agent');
  expect(tabTitle({ asked: 'x'.repeat(500), name: null, id })).toBe(`${'x'.repeat(79)}…`);
});
