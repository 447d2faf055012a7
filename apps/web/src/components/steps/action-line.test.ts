import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { StepAction } from '../../lib/steps/step-action.ts';
import { ActionLine } from './ActionLine.tsx';

it('a call without an end is shown as running or without an end, others with their outcome', () => {
  const tools: StepAction['tools'] = [
    { name: 'web_search', calls: 1, outcome: 'open' },
    { name: 'read_file', calls: 1, outcome: 'ok' },
  ];
  const line = renderToStaticMarkup(
    createElement(ActionLine, {
      action: { kind: 'calls', tools, failed: false, isWithin: false, isPartial: false },
      open: 'running',
    }),
  );
  expect(line).toMatch(/web_search.*running.*read_file.*done/);
  expect(line).not.toContain('no end recorded');
});

it('a model call without output has the same words as on the trace page', () => {
  const told = (isWithin: boolean) =>
    renderToStaticMarkup(
      createElement(ActionLine, {
        action: { kind: 'response', tools: [], failed: false, isWithin, isPartial: false },
        open: 'running',
      }),
    );
  expect(told(false)).toContain('No output recorded');
  expect(told(true)).toContain('Ran within the model call above');
});

it('an answer without an end is not called an answer', () => {
  const told = (open: 'running' | 'no end recorded') => {
    const action: StepAction = { kind: 'answer', tools: [], failed: false, isWithin: false, isPartial: true };
    return renderToStaticMarkup(createElement(ActionLine, { action, open }));
  };
  expect(told('running')).toContain('∙∙∙ running');
  expect(told('no end recorded')).toContain('no end recorded');
  expect(told('running')).not.toContain('Answer');
});
