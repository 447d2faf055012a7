import { describe, expect, it } from 'vitest';
import {
  conversation,
  readRequest,
  type ConversationOptions,
  type Message,
  type Origin,
  type Part,
  type TracedGeneration,
} from '../index.ts';
import { call, CLAUDE, DEEPSEEK, loop, OPENAI, result, text, thought, user } from './replay/testing/generations.ts';

function outline(messages: readonly Record<string, unknown>[]): string[] {
  return messages.map((message) => {
    const blocks = message.content as Record<string, unknown>[];
    return `${String(message.role)}: ${blocks.map((block) => String(block.thinking ?? block.text ?? block.id ?? block.tool_use_id)).join(', ')}`;
  });
}

describe('a conversation as of a step', () => {
  it('holds the turns as they came out, thoughts included where the target needs them, results in the order of the calls', () => {
    const { messages, body, notes } = conversation(loop(), { target: CLAUDE, step: 2 });
    expect(outline(messages)).toEqual([
      'user: Compare.',
      'assistant: first, Both., t1, t2',
      'user: t1, t2',
      'assistant: second, t3',
      'user: t3',
    ]);
    expect(body).toMatchObject({ model: 'claude-opus-4-8', system: [{ type: 'text', text: 'Be brief.' }] });
    expect(notes.map(({ rule, count }) => [rule, count])).toContainEqual(['thinking.required', 2]);
  });

  it('ends before the answer when the step is to be asked again', () => {
    const { messages } = conversation(loop(), { target: CLAUDE, step: 2, withAnswer: false });
    expect(outline(messages)).toEqual(['user: Compare.', 'assistant: first, Both., t1, t2', 'user: t1, t2']);
  });

  it('takes the last step where none is named, and nothing where there is no such step', () => {
    expect(outline(conversation(loop(), { target: CLAUDE }).messages).at(-1)).toBe('assistant: Done.');
    for (const step of [0, 9, 1.5, NaN]) expect(conversation(loop(), { target: CLAUDE, step }).messages).toEqual([]);
    expect(conversation([], { target: CLAUDE }).messages).toEqual([]);
  });

  it('leaves thoughts of finished turns out once a person has spoken, unless they are asked for', () => {
    const [first, second, third] = loop();
    const spoken = {
      ...third!,
      messages: [...third!.messages, { role: 'assistant', parts: [text('Done.')] }, user('And now?')],
    };
    const quiet = conversation([first!, second!, spoken], { target: CLAUDE, withAnswer: false });
    expect(JSON.stringify(quiet.messages)).not.toContain('sig of');
    expect(quiet.notes.map((note) => note.rule)).toContain('thinking.not-asked');
    const request = conversation([first!, second!, spoken], {
      target: CLAUDE,
      withAnswer: false,
      includeReasoning: true,
    });
    expect(JSON.stringify(request.messages)).toContain('sig of first');
  });

  it('knows the results of the last calls from the next request, from tool spans, or says that they are missing', () => {
    const generations = loop();
    expect(JSON.stringify(conversation(generations, { target: DEEPSEEK, step: 1 }).messages)).toContain('"one"');
    const alone = conversation(generations.slice(0, 1), { target: DEEPSEEK });
    expect(alone.messages.map((message) => message.role)).toEqual(['user', 'assistant']);
    expect(alone.notes.filter(({ rule }) => rule === 'result.missing')).toHaveLength(2);
    const spans = { ...generations[0]!, toolResults: [{ callId: 't1', result: 'of a span', isError: true }] };
    const [, , answer] = conversation([spans], { target: CLAUDE }).messages;
    expect(answer?.content).toEqual([{ type: 'tool_result', tool_use_id: 't1', content: 'of a span', is_error: true }]);
  });

  it('puts a mark where a result in the middle was not recorded, since the target wants one', () => {
    const messages = [user('x'), { role: 'assistant', parts: [call('t1')] }, user('y')];
    const { messages: written, notes } = conversation([{ origin: CLAUDE, messages, output: [text('z')] }], {
      target: DEEPSEEK,
    });
    expect(written.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(notes.map((note) => note.rule)).toContain('result.missing');
  });

  it('leaves a turn alone from which the client dropped a call', () => {
    const [first, second] = loop();
    const messages = [user('Compare.'), { role: 'assistant', parts: [call('t2')] }, result('t2', 'two')];
    const { messages: written } = conversation([first!, { ...second!, messages }], {
      target: CLAUDE,
      withAnswer: false,
    });
    expect(outline(written)).toEqual(['user: Compare.', 'assistant: t2', 'user: t2']);
  });

  it('drops a result whose call is nowhere, and names it', () => {
    const { messages, notes } = conversation(
      [{ origin: CLAUDE, messages: [result('t9', 'x'), user('y')], output: [text('z')] }],
      { target: CLAUDE },
    );
    expect(outline(messages)).toEqual(['user: y', 'assistant: z']);
    expect(notes.map((note) => note.rule)).toEqual(['result.orphan']);
  });

  it('puts a word between results and a person where Mistral refuses them side by side', () => {
    const messages = [user('x'), { role: 'assistant', parts: [call('t1')] }, result('t1', 'one'), user('Stop.')];
    const { messages: written, notes } = conversation([{ origin: CLAUDE, messages, output: [text('z')] }], {
      target: { api: 'mistral.chat' },
    });
    expect(written.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(notes.map((note) => note.rule)).toContain('order.bridged');
  });

  it('reports what happened to each thought, and why', () => {
    const outcomes = (options: Partial<ConversationOptions>) =>
      conversation(loop(), { target: CLAUDE, step: 2, ...options }).thoughts.map(({ step, callId, rule, part }) => [
        step,
        callId,
        part.kind === 'reasoning' && part.text,
        rule,
      ]);
    expect(outcomes({})).toEqual([
      [1, 't1', 'first', 'thinking.required'],
      [2, 't3', 'second', 'thinking.required'],
    ]);
    expect(outcomes({ skip: [{ step: 1, key: '0' }] })[0]).toContain('thinking.skipped');
    const elsewhere = { target: DEEPSEEK, pin: [{ callId: 't3' }] };
    expect(outcomes(elsewhere).map((outcome) => outcome.at(-1))).toEqual(['thinking.not-asked', 'thinking.carried']);
    expect(outcomes({ target: OPENAI, includeReasoning: true }).map((outcome) => outcome.at(-1))).toEqual([
      'thinking.not-accepted',
      'thinking.not-accepted',
    ]);
  });

  it('names images and other blocks that it cannot send again', () => {
    const picture: Message = {
      role: 'user',
      parts: [{ kind: 'other', providerType: 'input_image' }, text('What is this?')],
    };
    const { messages, notes } = conversation([{ origin: OPENAI, messages: [picture], output: [] }], { target: CLAUDE });
    expect(outline(messages)).toEqual(['user: What is this?']);
    expect(notes).toEqual([
      expect.objectContaining({ rule: 'part.left-out', what: 'a block of type input_image is not text' }),
    ]);
  });
});

describe('single thoughts', () => {
  it('go along when pinned, by their call or by step and block, and nothing else does', () => {
    const target = { api: 'ollama.chat' } as const;
    const byCall = conversation(loop(), { target, pin: [{ callId: 't3' }] });
    expect(JSON.stringify(byCall.messages).match(/first|second|third/g)).toEqual(['second']);
    const byBlock = conversation(loop(), { target, pin: [{ step: 1, key: '0' }] });
    expect(JSON.stringify(byBlock.messages).match(/first|second|third/g)).toEqual(['first']);
  });

  it('stay out when skipped, even where they are required, and a note says so', () => {
    const { messages, notes } = conversation(loop(), { target: CLAUDE, step: 2, skip: [{ callId: 't1' }] });
    expect(JSON.stringify(messages)).not.toContain('first');
    expect(JSON.stringify(messages)).toContain('sig of second');
    expect(notes.find((note) => note.rule === 'thinking.skipped')?.what).toContain('although');
  });

  it('are asked for all at once, except the one that is skipped', () => {
    const { messages } = conversation(loop(), {
      target: DEEPSEEK,
      includeReasoning: true,
      skip: [{ step: 2, key: '0' }],
    });
    const assistant = messages.filter((message) => message.role === 'assistant');
    expect(assistant.map((message) => message.reasoning_content)).toEqual(['first', '', 'third']);
  });
});

describe('ids of calls', () => {
  it('that come again in every response are made unique, and each result keeps its call', () => {
    const origin: Origin = { api: 'openai.chat', provider: 'kimi', model: 'kimi-k2.6' };
    const again = call('functions.search:0', { arguments: { query: 'second' } });
    const once = call('functions.search:0', { arguments: { query: 'first' } });
    const turn = (part: Part): Message => ({ role: 'assistant', parts: [part] });
    const tool = (said: string): Message => ({ ...result('functions.search:0', said), role: 'tool' });
    const messages = [user('x'), turn(once), tool('one'), turn(again), tool('two')];
    const generations: TracedGeneration[] = [
      { origin, messages: messages.slice(0, 1), output: [once] },
      { origin, messages: messages.slice(0, 3), output: [again] },
      { origin, messages, output: [text('Done.')] },
    ];
    const { body } = conversation(generations, { target: { api: 'mistral.chat' } });
    const parts = readRequest(body)?.messages.flatMap((message) => message.parts) ?? [];
    const ids = parts.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : []));
    expect(new Set(ids).size).toBe(2);
    const results = parts.flatMap((part) => (part.kind === 'tool_result' ? [[part.callId, part.result]] : []));
    expect(results).toEqual([
      [ids[0], 'one'],
      [ids[1], 'two'],
    ]);
    // Its own provider knows them as they were.
    const own = conversation(generations, { target: origin });
    expect(JSON.stringify(own.messages).match(/functions\.search:0/g)).toHaveLength(4);
  });

  it('that come again keep a missing result from being taken for another', () => {
    const turn = (query: string): Message => ({ role: 'assistant', parts: [call('call_0', { arguments: { query } })] });
    const messages = [user('x'), turn('first'), turn('second'), result('call_0', 'of the second')];
    const { messages: written } = conversation([{ origin: DEEPSEEK, messages, output: [text('Done.')] }], {
      target: CLAUDE,
    });
    const blocks = written.flatMap((message) => message.content as Record<string, unknown>[]);
    const results = blocks.filter((block) => block.type === 'tool_result').map((block) => block.content);
    expect(results).toEqual(['[result not recorded]', 'of the second']);
    expect(new Set(blocks.flatMap((block) => block.id ?? [])).size).toBe(2);
  });

  it('that come twice in one turn take their results in order', () => {
    const twice: Message = { role: 'assistant', parts: [call('c', { arguments: 1 }), call('c', { arguments: 2 })] };
    const messages = [user('x'), twice, result('c', 'one'), result('c', 'two')];
    const { messages: written } = conversation([{ origin: DEEPSEEK, messages, output: [text('Done.')] }], {
      target: CLAUDE,
    });
    const blocks = written.flatMap((message) => message.content as Record<string, unknown>[]);
    const calls = blocks.flatMap((block) => block.id ?? []);
    const results = blocks.filter((block) => block.type === 'tool_result');
    expect(new Set(calls).size).toBe(2);
    expect(results.map((block) => [block.tool_use_id, block.content])).toEqual([
      [calls[0], 'one'],
      [calls[1], 'two'],
    ]);
  });

  it('that parallel agents both use are distinguished by the arguments', () => {
    const turn = (query: string, said: string): Part[] => [thought(said), call('call_0', { arguments: { query } })];
    const history: Message = { role: 'assistant', parts: [call('call_0', { arguments: { query: 'mine' } })] };
    const generations: TracedGeneration[] = [
      { origin: CLAUDE, messages: [user('theirs')], output: turn('theirs', 'their thought') },
      { origin: CLAUDE, messages: [user('mine')], output: turn('mine', 'my thought') },
      { origin: CLAUDE, messages: [user('mine'), history, result('call_0', 'r')], output: [text('Done.')] },
    ];
    const { messages: written } = conversation(generations, { target: CLAUDE });
    expect(outline(written)[1]).toBe('assistant: my thought, call_0');
  });

  it('that the provider did not give are matched to those that the client generated', () => {
    const origin: Origin = { api: 'gemini.generateContent', provider: 'gcp.gemini', model: 'gemini-3-pro' };
    const made = call('call_generated', { idGenerated: true, arguments: { query: 'x' }, signature: 'sig' });
    const history = call('made-up', { arguments: { query: 'x' } });
    const messages = [user('x'), { role: 'assistant', parts: [history] }, result('made-up', 'one')];
    const generations: TracedGeneration[] = [
      { origin, messages: messages.slice(0, 1), output: [made] },
      { origin, messages, output: [text('Done.')] },
    ];
    for (const step of [1, 2]) {
      const { messages: written, notes } = conversation(generations, { target: origin, step });
      expect(notes.map((note) => note.rule)).not.toContain('result.orphan');
      expect(written[1]).toEqual({
        role: 'model',
        parts: [{ functionCall: { name: 'search', args: { query: 'x' } }, thoughtSignature: 'sig' }],
      });
      expect(written[2]).toEqual({
        role: 'user',
        parts: [{ functionResponse: { name: 'search', response: { output: 'one' } } }],
      });
    }
  });
});

describe('a request that goes on from a stored response', () => {
  it('gets the whole conversation, response by response', () => {
    const output = (id: string): Part[] => [call(id, { itemType: 'function_call' })];
    const tool = (id: string): Message => ({ ...result(id, `of ${id}`), role: 'tool' });
    const generations: TracedGeneration[] = [
      { origin: OPENAI, messages: [user('x')], output: output('c1'), responseId: 'r1' },
      { origin: OPENAI, messages: [tool('c1')], output: output('c2'), responseId: 'r2', previousResponseId: 'r1' },
      { origin: OPENAI, messages: [tool('c2')], output: [text('Done.')], responseId: 'r3', previousResponseId: 'r2' },
    ];
    const { body } = conversation(generations, { target: OPENAI });
    expect((body.input as { type?: string; role?: string }[]).map((item) => item.type ?? item.role)).toEqual([
      'user',
      'function_call',
      'function_call_output',
      'function_call',
      'function_call_output',
      'assistant',
    ]);
    expect(JSON.stringify(conversation(generations, { target: OPENAI, step: 1 }).messages)).toContain('of c1');
  });
});

describe('a request for approval', () => {
  const thoughtItem = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'It has to go back.' }],
  };
  const asked = {
    type: 'mcp_approval_request',
    id: 'mcpr_aX1',
    name: 'refund',
    server_label: 'orders',
    arguments: '{}',
  };
  const word = { type: 'mcp_approval_response', approval_request_id: 'mcpr_aX1', approve: false, reason: 'Too dear.' };
  const question = { role: 'user', content: 'Refund order 7.' };
  const first = readRequest({ model: 'gpt-6', input: [question] }, '/v1/responses')!;
  const second = readRequest({ model: 'gpt-6', input: [question, thoughtItem, asked, word] }, '/v1/responses')!;
  const generations: TracedGeneration[] = [
    { origin: OPENAI, messages: first.messages, output: second.messages[1]!.parts },
    { origin: OPENAI, messages: second.messages, output: [text('Then not.')] },
  ];

  it('goes back to OpenAI with the word that was given', () => {
    const { body } = conversation(generations, { target: OPENAI, step: 2, withAnswer: false });
    expect(body.input).toEqual([question, thoughtItem, asked, word]);
  });

  it('without a recorded answer is sent back as denied', () => {
    const next = { role: 'user', content: 'And order 8?' };
    const later = readRequest({ model: 'gpt-6', input: [question, asked, next] }, '/v1/responses')!;
    const unanswered: TracedGeneration[] = [
      { origin: OPENAI, messages: first.messages, output: later.messages[1]!.parts },
      { origin: OPENAI, messages: later.messages, output: [text('No.')] },
    ];
    const { body } = conversation(unanswered, { target: OPENAI, step: 2, withAnswer: false });
    const unknown = { approve: false, reason: '[answer not recorded]' };
    expect(body.input).toEqual([question, asked, { ...word, ...unknown }, next]);
  });
});
