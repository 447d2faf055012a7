// Recorded spans of Python instrumentations, as the Context tab and the conversation as of a step show them, in a real
// database.
import { ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConversation } from './conversation.ts';
import { modelContext } from './model-context.ts';
import { insertRecording } from '../testing/recording.ts';

let database: TestDatabase;
let projectId = '';
beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'recorded', name: 'Recorded' })).id;
});
afterAll(() => database.drop());

/**
 * `tells`: whether its second request still holds the calls and results of the first; `words` and `thought`: and what
 * was said and thought before the calls; `results`: by message, where not one each.
 */
const RUNS = [
  { name: 'genai-openai-responses', traceId: '0c'.repeat(16), tells: false },
  { name: 'genai-openai-agents', traceId: '1c'.repeat(16), tells: false },
  { name: 'openllmetry-openai-agents', traceId: '2c'.repeat(16), tells: true },
  { name: 'genai-langchain-responses', traceId: '3c'.repeat(16), tells: true },
  { name: 'genai-openai-chat', traceId: '4c'.repeat(16), tells: true },
  // Events of the span, with blocks of Bedrock Converse.
  {
    name: 'strands-anthropic',
    traceId: '7c'.repeat(16),
    tells: true,
    thought: true,
    results: [['tool_result', 'tool_result']],
  },
  // Log records: one with the whole call, or one for each message.
  { name: 'genai-openai-chat-events', traceId: '5c'.repeat(16), tells: true },
  { name: 'openai-v2-chat-events', traceId: '6c'.repeat(16), tells: true, words: false },
];

const ASKED = { target: 'openai.chat/openai', model: '', thinking: false, answer: true, pin: [], skip: [] };
const QUESTION = { role: 'user', content: 'Is A7 in stock, and what does it cost?' };
/** As they were written. */
const GIVEN = expect.stringMatching(/^\{"sku": ?"A7"\}$/) as string;
const call = (id: string, name: string) => ({ id, function: { name, arguments: GIVEN } });
const CALLS = {
  role: 'assistant',
  content: 'Let me check the stock.',
  tool_calls: [call('call_1', 'get_stock'), call('call_2', 'get_price')],
};
const RESULTS = [
  { role: 'tool', tool_call_id: 'call_1', content: expect.stringMatching(/^\{"units": ?3\}$/) as string },
  { role: 'tool', tool_call_id: 'call_2', content: expect.stringMatching(/^\{"euros": ?20\}$/) as string },
];
const ANSWER = { role: 'assistant', content: 'Three in stock, 20 euros.' };

describe.each(RUNS)(
  '$name',
  ({ name, traceId, tells, words = true, results = [['tool_result'], ['tool_result']], thought = false }) => {
    let spans: string[] = [];
    const key = () => ({ projectId, traceId });
    const asOf = async (step: number) => {
      const built = await buildConversation(database.sql, key(), { ...ASKED, spanId: spans[step - 1] ?? '' });
      return built?.request.messages;
    };
    beforeAll(async () => {
      spans = await insertRecording(database.sql, key(), name);
    });

    it('ends its first step with the words and both calls, each once', async () => {
      expect(await asOf(1)).toMatchObject([QUESTION, CALLS]);
    });

    it('goes on with the results, as far as they were sent', async () => {
      const before = tells ? [CALLS, ...RESULTS] : [{ role: 'assistant', content: CALLS.content }];
      expect(await asOf(2)).toMatchObject([QUESTION, ...before, ANSWER]);
    });

    it('shows the same in what the model had seen, the turn as one message', async () => {
      const seen = await modelContext(database.sql, key(), { spanId: spans[1] ?? '', offset: 0 });
      const turns = seen?.messages.filter(({ role }) => role === 'assistant' || role === 'tool') ?? [];
      const turn = [
        ...(thought ? ['reasoning'] : []),
        ...(words ? ['text'] : []),
        ...(tells ? ['tool_call', 'tool_call'] : []),
      ];
      // Chat Completions have no order of words and calls.
      expect(turns.map(({ parts }) => parts.map(({ kind }) => kind).toSorted())).toEqual(
        tells ? [turn, ...results] : [turn],
      );
    });
  },
);
