import { describe, expect, it } from 'vitest';
import type { Message } from '@subtext/reasoning';
import { conventionsOf } from './conventions.ts';
import { sentInput, sentOutput } from './messages.ts';
import { sentSpan } from './sent-span.ts';

const spanOf = (sent: Record<string, unknown>, scope = '') =>
  sentSpan({
    name: 'chat',
    scope,
    attributes: new Map(Object.entries(sent)),
    read: (name) => sent[name],
    events: [],
  });

function read(sent: Record<string, unknown>, { scope = '', model = 'gpt-5.2' } = {}) {
  const span = spanOf(sent, scope);
  const conventions = conventionsOf(span);
  return { input: sentInput(span, conventions, { model }), output: sentOutput(span, conventions, { model }) };
}

const json = (value: unknown) => JSON.stringify(value);
const call = { id: 'call_1', type: 'function', function: { name: 'get', arguments: '{}' } };
const history = (thought: object) => [
  { role: 'user', content: 'Is A7 in stock?' },
  { role: 'assistant', content: 'Let me see.', tool_calls: [call], ...thought },
  { role: 'tool', tool_call_id: 'call_1', content: '3' },
];
const kinds = (messages: readonly Message[]) => messages.map(({ parts }) => parts.map(({ kind }) => kind));

describe('what a span with two conventions holds', () => {
  it('is asked in the list that has the thoughts', () => {
    const { input } = read({
      'langfuse.observation.type': 'generation',
      'langfuse.observation.input': json(history({})),
      'gen_ai.input.messages': json(history({ reasoning_content: 'Need stock first.' })),
    });
    expect(kinds(input)).toEqual([['text'], ['reasoning', 'text', 'tool_call'], ['tool_result']]);
  });

  it('is what the first says, where none has thoughts', () => {
    const { input } = read({
      'langfuse.observation.type': 'generation',
      'langfuse.observation.input': json(history({})),
      'gen_ai.input.messages': json(history({}).slice(0, 1)),
    });
    expect(input).toHaveLength(3);
  });
});

describe('a summary of the Responses API', () => {
  const thought = (type: string) => [{ role: 'assistant', parts: [{ type, content: 'Need stock first.' }] }];
  const sent = (type: string) => ({
    'gen_ai.response.id': 'resp_1',
    'gen_ai.input.messages': json(thought(type)),
    'gen_ai.output.messages': json(thought(type)),
  });
  const formats = ({ input, output }: ReturnType<typeof read>) =>
    [...input, ...output].flatMap(({ parts }) => parts.map((part) => (part.kind === 'reasoning' ? part.format : '')));

  it.each(['', 'pydantic-ai', 'agent_framework', 'opentelemetry.instrumentation.openai.v1'])(
    'is not a full thought for any sender: scope %j',
    (scope) => {
      expect(formats(read(sent('reasoning'), { scope }))).toEqual(['summary', 'summary']);
      expect(formats(read(sent('thinking'), { scope }))).toEqual(['summary', 'summary']);
    },
  );

  it('is none where the sender says that it is the thought itself, or the model is open', () => {
    expect(formats(read(sent('reasoning_text')))).toEqual(['parsed', 'parsed']);
    expect(formats(read(sent('reasoning'), { model: 'gpt-oss-120b' }))).toEqual(['parsed', 'parsed']);
  });

  it('is recognized by the id of the response alone', () => {
    expect(formats(read({ ...sent('reasoning'), 'gen_ai.response.id': 'chatcmpl-1' }))).toEqual(['parsed', 'parsed']);
  });
});
