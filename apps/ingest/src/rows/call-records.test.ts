/** How a call ended, in the row of the span that executed it. */
import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise/index.ts';
import { decodeJson } from '../otlp/decode-json.ts';
import { toStorable } from './index.ts';

const PROJECT = '11111111-1111-4111-8111-111111111111';

type Attributes = Record<string, string | boolean>;

/** The call of a tool span with these attributes, as OTLP has it. */
function callOf(attributes: Attributes, more: object = {}) {
  const named = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_stock', ...attributes };
  const span = {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: 'eee19b7ec3c1b174',
    name: 'execute_tool get_stock',
    startTimeUnixNano: '1790000000000000000',
    endTimeUnixNano: '1790000001500000000',
    attributes: Object.entries(named).map(([key, of]) => ({
      key,
      value: typeof of === 'boolean' ? { boolValue: of } : { stringValue: of },
    })),
    ...more,
  };
  const [decoded] = decodeJson(Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })));
  return toStorable({ projectId: PROJECT }, normalise(decoded!)).calls[0]!;
}

describe('the call of a framework’s tool span', () => {
  it('probably failed when its result is an error and its span has no status', () => {
    const failing = { 'gen_ai.tool.call.result': '{"error":"no such sku"}' };
    expect(callOf(failing).status).toBe('probable_error');
    expect(callOf(failing, { status: { code: 1 } }).status).toBe('ok');
    expect(callOf(failing, { status: { code: 2 } }).status).toBe('error');
  });

  it('succeeded when its span ended without a status, and has an exact duration', () =>
    expect(callOf({ 'gen_ai.tool.call.result': '3' })).toMatchObject({
      ...{ status: 'ok', durationNs: 1_500_000_000, durationInferred: false },
    }));
});

describe('a call that the SDK saw in the conversation', () => {
  const SEEN = { 'subtext.tool.type': 'function', 'gen_ai.tool.call.result': '"3"' };
  const call = (attributes: Attributes, more: object = {}) => {
    const { status, durationNs, durationInferred } = callOf({ ...SEEN, ...attributes }, more);
    return [status, durationNs, durationInferred];
  };
  const LASTED = 1_500_000_000;

  it('has the status of its sender, and a duration that is marked', () => {
    const inferred = { 'subtext.tool.duration_inferred': true };
    for (const status of ['unknown', 'probable_error', 'ok'])
      expect(call({ 'subtext.tool.status': status, ...inferred })).toEqual([status, LASTED, true]);
  });

  it('has no duration without a result, also as an earlier version wrote it', () => {
    expect(call({ 'subtext.tool.status': 'no_result' })).toEqual(['no_result', null, false]);
    expect(call({ 'subtext.incomplete.reason': 'no_result' })).toEqual(['no_result', null, false]);
  });

  it('of an earlier version is not known to have succeeded', () => {
    expect(call({ 'subtext.tool.is_error': false })).toEqual(['unknown', LASTED, true]);
    expect(call({ 'subtext.tool.is_error': false, 'subtext.tool.item_type': 'tool_use' })).toEqual([
      'ok',
      LASTED,
      true,
    ]);
  });

  it('failed when another part of its span says so', () => {
    expect(call({ 'subtext.tool.status': 'unknown' }, { status: { code: 2 } })[0]).toBe('error');
  });
});
