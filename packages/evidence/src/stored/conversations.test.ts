import type { Message } from '@subtext/reasoning';
import { expect, test } from 'vitest';
import { Conversations } from './conversations.ts';
import type { StoredStep } from './stored-step.ts';

const user = (text: string): Message => ({ role: 'user', parts: [{ kind: 'text', key: '0', text }] });
const result = (callId: string): Message => ({ role: 'tool', parts: [{ kind: 'tool_result', callId, result: 'ok' }] });
const answer: Message = { role: 'assistant', parts: [{ kind: 'text', key: '0', text: 'Done.' }] };

interface Sketch {
  messages?: Message[];
  callId?: string;
  responseId?: string;
  previousResponseId?: string;
}

function runsOf(...steps: Sketch[]): number[] {
  let created = 0;
  const conversations = new Conversations(() => ({ number: created++ }));
  return steps.map(({ messages, callId, ...ids }) => {
    const step = {
      ...{ agent: 'a', calls: callId === undefined ? [] : [{ callId }] },
      context: messages === undefined ? null : { generation: { messages, ...ids } },
    };
    return conversations.runOf(step as unknown as StoredStep).number;
  });
}

test('two sub-agents that work at the same time have a run each', () => {
  const [one, other] = [user('Look at A.'), user('Look at B.')];
  expect(
    runsOf(
      { messages: [one], callId: 'c1' },
      { messages: [other], callId: 'c2' },
      { messages: [one, answer, result('c1')] },
      { messages: [other, answer, result('c2')] },
    ),
  ).toEqual([0, 1, 0, 1]);
});

test('a request without its beginning belongs to the run of its calls, or to the latest one', () => {
  expect(
    runsOf(
      { messages: [user('Look at A.')], callId: 'c1' },
      { messages: [user('Look at B.')], callId: 'c2' },
      { messages: [result('c1')] },
      { messages: [result('unknown')] },
      {},
    ),
  ).toEqual([0, 1, 0, 0, 0]);
});

test('a request that continues an answer belongs to the run of the answer', () => {
  expect(
    runsOf(
      { messages: [user('Look at A.')], responseId: 'r1' },
      { messages: [user('Look at B.')], responseId: 'r2' },
      { messages: [user('And then?')], previousResponseId: 'r1' },
    ),
  ).toEqual([0, 1, 0]);
});
