import { expect, it } from 'vitest';
import { buildSteps } from '../steps/build-steps.ts';
import { call, span } from '../steps/testing-rows.ts';
import { comparedSteps, type ComparedTrace } from './compared-steps.ts';

const ID = '0123456789abcdef';
const RUN = 'fedcba9876543210';

const digests = (calls: ComparedTrace['calls']): ComparedTrace => ({
  calls,
  requests: [[ID, 'system', 'input', 'tools']],
  areRequestsCut: false,
});

it('takes the thought and the arguments from the request, the result from the execution, under short names, too', () => {
  const head = ID.slice(0, 8);
  const rows = {
    spans: [span(head, { status: 'ok' }), span(RUN, { kind: 'tool', state: null, start: 100 })],
    calls: [
      call(head, 0, { callId: 1, state: 'readable', thoughtCount: 1, thoughtCharacters: 9, hasPreamble: true }),
      call(RUN, 0, { callId: 1, describedBy: 'execution', status: 'ok', start: 100, duration: 5 }),
    ],
  };
  const [step] = comparedSteps(
    buildSteps(rows).steps,
    digests([
      [`${ID}:0`, ['id'], 'given', null, 'thought', 'message'],
      [`${RUN}:0`, null, null, 'result', null, null],
    ]),
  );
  expect(step).toEqual({
    ...{ kind: 'calls', failed: false, error: null, answer: null, model: 'gpt-5.2' },
    ...{ system: 'system', input: 'input', offered: 'tools', message: 'message', thought: 'thought' },
    calls: [{ tool: 'get_order', names: ['id'], arguments: 'given', outcome: 'ok', result: 'result' }],
  });
});

it('distinguish no thinking from thinking that cannot be read, and an answer from a call', () => {
  const answer = (state: 'none' | 'encrypted') =>
    comparedSteps(
      buildSteps({ spans: [span(ID, { state })], calls: [call(ID, 0, { type: 'answer', state })] }).steps,
      digests([[`${ID}:0`, null, 'answer', null, null, null]]),
    )[0];
  expect(answer('none')).toMatchObject({ kind: 'answer', answer: 'answer', thought: '', message: '', calls: [] });
  expect(answer('encrypted')).toMatchObject({ thought: null });
});

it('says why a model call failed', () => {
  const { steps } = buildSteps({ spans: [span(ID, { status: 'error', statusMessage: 'overloaded' })], calls: [] });
  expect(comparedSteps(steps, digests([]))[0]).toMatchObject({ failed: true, error: 'overloaded', answer: null });
});
