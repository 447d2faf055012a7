import { describe, expect, it } from 'vitest';
import { decodeMessages, encodeMessages, readRequest } from '../../index.ts';
import { requestDifference, requestMarks } from './request-marks.ts';

const TOOL = { type: 'function', function: { name: 'find', parameters: { type: 'object', properties: {} } } };
const MESSAGES = [
  { role: 'system', content: 'You help.' },
  { role: 'user', content: 'Where is order 4711?' },
  {
    role: 'assistant',
    content: null,
    reasoning_content: 'I look.',
    tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'find', arguments: '{"id":4711,"x":1}' } }],
  },
  { role: 'tool', tool_call_id: 'call_a', content: '{"state":"sent"}' },
];
const request = (change: object = {}) => ({ model: 'deepseek-v4-pro', messages: MESSAGES, tools: [TOOL], ...change });
const marks = (body: object) => requestMarks(readRequest(body, '/v1/chat/completions')!);
const changed = (index: number, change: object) =>
  request({ messages: MESSAGES.map((message, at) => (at === index ? { ...message, ...change } : message)) });

it('are equal for a request and for what is stored of it', () => {
  const read = readRequest(request(), '/v1/chat/completions')!;
  const stored = { ...read, messages: decodeMessages(encodeMessages(read.messages)) };
  expect(requestMarks(stored)).toEqual(requestMarks(read));
});

it('are equal whatever clients do to thoughts, ids of calls and the order of fields', () => {
  const call = { id: 'other', type: 'function', function: { name: 'find', arguments: '{"x":1,"id":4711}' } };
  const messages = [
    ...MESSAGES.slice(0, 2),
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'other', content: '{"state":"sent"}' },
  ];
  expect(requestDifference(marks(request()), marks(request({ messages })))).toBeNull();
});

describe('the first difference', () => {
  it.each([
    ['messages[0]', 'conversation', changed(1, { content: 'Where is order 4712?' })],
    ['messages[2]', 'conversation', changed(3, { content: '{"state":"lost"}' })],
    ['messages[2]', 'conversation', request({ messages: MESSAGES.slice(0, 3) })],
    ['system', 'settings', changed(0, { content: 'You help a lot.' })],
    ['tools[0]', 'settings', request({ tools: [{ ...TOOL, function: { ...TOOL.function, name: 'get' } }] })],
    ['tools[1]', 'settings', request({ tools: [TOOL, TOOL] })],
    ['model', 'settings', request({ model: 'deepseek-v5' })],
  ])('is at %s', (path, kind, other) => {
    expect(requestDifference(marks(request()), marks(other))).toEqual({ kind, path });
  });

  it('is the conversation, when settings differ, too', () => {
    const other = { ...changed(1, { content: 'Hello' }), model: 'other' };
    expect(requestDifference(marks(request()), marks(other))).toMatchObject({ path: 'messages[0]' });
  });
});
