/**
 * `score()` where the application's own provider sends the spans. What the SDK's exporter sends is in ingest's
 * sdk-scores.test.ts.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { troubles } from '../platform/report.ts';
import { collectSpans, named } from '../testing/spans.ts';
import { rememberSettings } from './process-settings.ts';
import { trace } from './run.ts';
import { score } from './score.ts';
import { tool } from './tool.ts';

const spans = collectSpans();
const warn = vi.spyOn(console, 'warn').mockReturnValue();
afterEach(async () => {
  warn.mockClear();
  await spans.clear();
});

const eventsOf = async (prefix: string) =>
  named(await spans.all(), prefix).flatMap(({ events }) =>
    events.map(({ name, attributes }) => ({ name, attributes })),
  );

const EVENT = { name: 'gen_ai.evaluation.result' };

it('is an event of the active span, with its value as the conventions name it', async () => {
  await trace('support', () => {
    tool('search', () => score('relevant', 0.4, { target: 'step', comment: 'Two of five.' }))();
    score('helpful', false);
    score('tone', 'friendly', { id: 'user-7' });
  });
  expect(await eventsOf('execute_tool')).toEqual([
    {
      ...EVENT,
      attributes: {
        'gen_ai.evaluation.name': 'relevant',
        'gen_ai.evaluation.score.value': 0.4,
        'gen_ai.evaluation.explanation': 'Two of five.',
        'subtext.score.target': 'step',
      },
    },
  ]);
  const [thumbs, category] = await eventsOf('invoke_agent');
  expect(thumbs?.attributes).toMatchObject({ 'gen_ai.evaluation.score.value': 0, 'subtext.score.thumbs': false });
  expect(category?.attributes).toMatchObject({
    'gen_ai.evaluation.score.label': 'friendly',
    'subtext.score.id': 'user-7',
    'subtext.score.target': 'trace',
  });
});

it.each([
  ['outside a trace', () => score('quality', 1), 'outside trace() and without a traceId'],
  ['by an id that only the SDK could send', () => score('quality', 1, { traceId: 'a'.repeat(32) }), 'SUBTEXT_API_KEY'],
  ['without a name', () => score(' ', 1), 'it needs a name'],
  ['with no value', () => score('quality', NaN), 'its value must be a finite number'],
  ['with an id that is none', () => score('quality', 1, { traceId: 'abc' }), 'its traceId must be 32'],
  ['of a step without its span', () => score('q', 1, { traceId: 'a'.repeat(32), target: 'step' }), 'needs its spanId'],
])('a score %s is reported once', (_, run, reason) => {
  run();
  run();
  expect(warn.mock.calls).toEqual([[expect.stringContaining(reason)]]);
});

it('follows the mask and the policy, and is not sent without its name', async () => {
  rememberSettings({
    run: { capture: { results: 'length' } },
    mask: (value, where) => (value === 'secret' ? (undefined as never) : `${where}:${value}`),
  });
  await trace('support', () => {
    score('tone', 'good', { comment: 'It quotes a result.' });
    score('secret', 1);
  });
  expect(await eventsOf('invoke_agent')).toEqual([
    {
      ...EVENT,
      attributes: {
        'gen_ai.evaluation.name': 'score:tone',
        'gen_ai.evaluation.score.label': 'score:good',
        'gen_ai.evaluation.explanation': '[19 characters]',
        'subtext.score.target': 'trace',
      },
    },
  ]);
  expect([...troubles().keys()]).toContain('score: the mask withheld its name or its category.');
});
