import { describe, expect, it } from 'vitest';
import { buildSteps } from './build-steps.ts';
import { callOutcome, durationWords, outcomeOf, outcomeReasons } from './call-outcome.ts';
import { errorsIn, rowName } from './sentences.ts';
import { call, span } from './testing-rows.ts';
import type { CallRow } from '../skeleton/skeleton.ts';

const asked = call('g', 0, { callId: 1 });
const ran = (fields: Partial<CallRow>) =>
  call('t', 0, { describedBy: 'execution', callId: 1, duration: 1200, start: 1, ...fields });
const observed = (fields: Partial<CallRow>) => ran({ durationInferred: true, status: 'unknown', ...fields });
const told = (fields: Partial<CallRow>) => call('h', 0, { describedBy: 'history', callId: 1, start: 9, ...fields });

function stepOf(...rows: CallRow[]) {
  const spans = [span('g'), ...rows.map(({ spanId }) => span(spanId, { kind: 'tool', parentId: 'g' }))];
  return buildSteps({ spans, calls: [asked, ...rows] }).steps[0]!;
}
const joined = (...rows: CallRow[]) => stepOf(...rows).calls[0]!;

describe('how a call ended', () => {
  it.each([
    ['known to have succeeded', [ran({ status: 'ok' })], 'ok', 'done in 1.2 s'],
    ['known to have failed', [ran({ status: 'error' })], 'error', 'failed after 1.2 s'],
    ['seen from outside', [observed({})], 'unknown', 'result after ≈ 1.2 s'],
    [
      'with the text of an error',
      [observed({ status: 'probable_error' })],
      'probable_error',
      'probably failed after ≈ 1.2 s',
    ],
    ['without a result', [ran({ status: 'no_result', duration: null })], 'no_result', 'no result seen'],
    ['only requested', [], 'open', 'no result seen'],
    [
      'not answered, and then it was',
      [ran({ status: 'no_result', duration: null }), told({ status: 'unknown' })],
      'unknown',
      'result',
    ],
  ] as const)('%s', (_name, rows, ...expected) => {
    const call = joined(...rows);
    expect([outcomeOf(call), callOutcome(call)]).toEqual(expected);
  });

  it('is what a framework’s own span says, with its exact time, and is one run', () => {
    const seen = observed({ spanId: 's', duration: 5000, status: 'probable_error' });
    for (const status of ['error', 'ok'] as const)
      for (const rows of [
        [seen, ran({ status, start: 2 })],
        [{ ...seen, start: 3 }, ran({ status, start: 2 })],
      ]) {
        const call = joined(...rows);
        expect([call.status, durationWords(call), call.runs]).toEqual([status, '1.2 s', 1]);
      }
  });

  it('is a known failure before a success, and both before what a text reads like', () => {
    expect(joined(ran({ status: 'ok' }), told({ status: 'error' })).status).toBe('error');
    expect(joined(ran({ status: 'ok' }), told({ status: 'probable_error' })).status).toBe('ok');
  });

  it('says why it is not exact', () => {
    expect(outcomeReasons(observed({}))).toEqual([
      expect.stringContaining('nothing reports whether the call succeeded'),
      expect.stringContaining('waits for approval'),
    ]);
    expect(outcomeReasons(ran({ status: 'ok' }))).toEqual([]);
  });

  it('counts only known failures as errors, and still says that one is probable', () => {
    const step = stepOf(observed({ status: 'probable_error' }));
    expect(errorsIn(step)).toBe(0);
    expect(rowName(step)).toContain('get_order probably failed');
  });
});
