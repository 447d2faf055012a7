/** What a later request repeats of the turn before, where the sender's outputs lose it. */
import { expect, test } from 'vitest';
import { decodeJson } from '../otlp/decode-json.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { normalise } from './index.ts';

const attributes = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([key, value]) => ({
    key,
    value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
  }));

function repeated(fields: Record<string, unknown>) {
  const body = JSON.stringify(jsonRequest([jsonSpan({ attributes: attributes(fields) })]));
  const [span] = decodeJson(Buffer.from(body));
  return normalise(span!).generation?.repeated.map(({ id, name, reasoning, reasoningRef }) => [
    ...[id, name, reasoning, reasoningRef],
  ]);
}

const call = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'get_stock', input: {} });
const result = (toolCallId: string) => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, output: { type: 'json', value: 3 } }],
});
const turn = (text: string, ...ids: string[]) => ({
  role: 'assistant',
  content: [{ type: 'reasoning', text }, ...ids.map(call)],
});
const question = { role: 'user', content: [{ type: 'text', text: 'Is A7 in stock?' }] };
const aiSdk = (messages: unknown, fields: Record<string, unknown> = {}) =>
  repeated({ 'ai.operationId': 'ai.generateText.doGenerate', 'ai.prompt.messages': messages, ...fields });

test('the AI SDK before 6 reports the thoughts of a turn with the next request, for that turn only', () => {
  const first = turn('Stock first.', 'call_a', 'call_b');
  expect(aiSdk([question, first, result('call_a'), result('call_b')])).toEqual([
    ['call_a', 'get_stock', ['Stock first.'], null],
    ['call_b', 'get_stock', [], 'call_a'],
  ]);
  expect(aiSdk([question, first, result('call_a'), turn('Once more.', 'call_c'), result('call_c')])).toEqual([
    ['call_c', 'get_stock', ['Once more.'], null],
  ]);
});

test('a history without thoughts adds nothing, and neither does one of a sender whose outputs have them', () => {
  const silent = { role: 'assistant', content: [call('call_a')] };
  expect(aiSdk([question, silent, result('call_a')])).toEqual([]);
  const version6 = { 'ai.usage.inputTokenDetails.noCacheTokens': '3' };
  expect(aiSdk([question, turn('Stock first.', 'call_a'), result('call_a')], version6)).toEqual([]);
});

test('a request without a history repeats nothing', () => {
  expect(aiSdk([question])).toEqual([]);
  expect(aiSdk('no messages')).toEqual([]);
});
