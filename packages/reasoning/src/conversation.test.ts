import { describe, expect, it } from 'vitest';
import {
  conversation,
  decodeMessages,
  encodeMessages,
  encodeOutput,
  readRequest,
  tracedGeneration,
  type Message,
  type Origin,
  type Part,
  type TracedGeneration,
} from './index.ts';

const OPENAI: Origin = { api: 'openai.responses', provider: 'openai', model: 'gpt-5.5' };
const CLAUDE: Origin = { api: 'anthropic.messages', provider: 'anthropic', model: 'claude-opus-4-8' };
const DEEPSEEK: Origin = { api: 'openai.chat', provider: 'deepseek', model: 'deepseek-v4-pro' };

const user = (said: string): Message => ({ role: 'user', parts: [{ kind: 'text', key: '0', text: said }] });
const text = (said: string): Part => ({ kind: 'text', key: '9', text: said });
const thought = (said: string, key = '0'): Part => ({
  kind: 'reasoning',
  key,
  text: said,
  format: 'anthropic',
  field: 'thinking',
  signature: `sig of ${said}`,
});
const call = (id: string, more: Partial<Extract<Part, { kind: 'tool_call' }>> = {}): Part => ({
  kind: 'tool_call',
  id,
  name: 'search',
  arguments: { query: id },
  itemType: 'tool_use',
  type: 'function',
  ...more,
});
const result = (callId: string, said: unknown): Message => ({
  role: 'user',
  parts: [{ kind: 'tool_result', callId, result: said }],
});

/** Two rounds of a tool loop and an answer, whose client sent thinking back without its text. */
function loop(origin: Origin = CLAUDE): TracedGeneration[] {
  const poor = (...calls: Part[]): Message => ({ role: 'assistant', parts: calls });
  const start = [user('Compare.')];
  const second = [...start, poor(call('t1'), call('t2')), result('t2', 'two'), result('t1', 'one')];
  const third = [...second, poor(call('t3')), result('t3', { three: 3 })];
  return [
    {
      origin,
      system: ['Be brief.'],
      messages: start,
      output: [thought('first'), text('Both.'), call('t1'), call('t2')],
    },
    { origin, system: ['Be brief.'], messages: second, output: [thought('second'), call('t3')] },
    { origin, system: ['Be brief.'], messages: third, output: [thought('third'), text('Done.')] },
  ];
}

function told(messages: readonly Record<string, unknown>[]): string[] {
  return messages.map((message) => {
    const blocks = message.content as Record<string, unknown>[];
    return `${String(message.role)}: ${blocks.map((block) => String(block.thinking ?? block.text ?? block.id ?? block.tool_use_id)).join(', ')}`;
  });
}

describe('a conversation as of a step', () => {
  it('holds the turns as they came out, thoughts included where the target needs them, results in the order of the calls', () => {
    const { messages, body, notes } = conversation(loop(), { target: CLAUDE, step: 2 });
    expect(told(messages)).toEqual([
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
    expect(told(messages)).toEqual(['user: Compare.', 'assistant: first, Both., t1, t2', 'user: t1, t2']);
  });

  it('takes the last step where none is named, and nothing where there is no such step', () => {
    expect(told(conversation(loop(), { target: CLAUDE }).messages).at(-1)).toBe('assistant: Done.');
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
    const asked = conversation([first!, second!, spoken], {
      target: CLAUDE,
      withAnswer: false,
      includeReasoning: true,
    });
    expect(JSON.stringify(asked.messages)).toContain('sig of first');
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

  it('drops a result whose call is nowhere, and names it', () => {
    const { messages, notes } = conversation(
      [{ origin: CLAUDE, messages: [result('t9', 'x'), user('y')], output: [text('z')] }],
      { target: CLAUDE },
    );
    expect(told(messages)).toEqual(['user: y', 'assistant: z']);
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

  it('names images and other blocks that it cannot send again', () => {
    const picture: Message = {
      role: 'user',
      parts: [{ kind: 'other', providerType: 'input_image' }, text('What is this?')],
    };
    const { messages, notes } = conversation([{ origin: OPENAI, messages: [picture], output: [] }], { target: CLAUDE });
    expect(told(messages)).toEqual(['user: What is this?']);
    expect(notes).toEqual([
      expect.objectContaining({ rule: 'part.left-out', what: 'a block of type input_image is not recorded' }),
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

  it('that nobody gave are found again under those that the client made up', () => {
    const origin: Origin = { api: 'gemini.generateContent', provider: 'gcp.gemini', model: 'gemini-3-pro' };
    const made = call('call_generated', { idGenerated: true, arguments: { query: 'x' }, signature: 'sig' });
    const history = call('made-up', { arguments: { query: 'x' } });
    const messages = [user('x'), { role: 'assistant', parts: [history] }, result('made-up', 'one')];
    const generations: TracedGeneration[] = [
      { origin, messages: messages.slice(0, 1), output: [made] },
      { origin, messages, output: [text('Done.')] },
    ];
    for (const step of [1, 2]) {
      const { messages: written } = conversation(generations, { target: origin, step });
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

describe('tools', () => {
  const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
  const tool = { name: 'search', description: 'Finds things' };
  const DEFINITIONS: Record<
    string,
    { origin: Origin; definitions: unknown[]; where: (body: Record<string, unknown>) => unknown }
  > = {
    'OpenAI Responses': {
      origin: OPENAI,
      definitions: [{ type: 'function', ...tool, parameters: schema }],
      where: (body) => body.tools,
    },
    'OpenAI Chat': {
      origin: DEEPSEEK,
      definitions: [{ type: 'function', function: { ...tool, parameters: schema } }],
      where: (body) => body.tools,
    },
    Anthropic: { origin: CLAUDE, definitions: [{ ...tool, input_schema: schema }], where: (body) => body.tools },
    Bedrock: {
      origin: { api: 'bedrock.converse' },
      definitions: [{ toolSpec: { ...tool, inputSchema: { json: schema } } }],
      where: (body) => (body.toolConfig as { tools: unknown }).tools,
    },
    Gemini: {
      origin: { api: 'gemini.generateContent' },
      definitions: [{ functionDeclarations: [{ ...tool, parametersJsonSchema: schema }] }],
      where: (body) => body.tools,
    },
    Cohere: {
      origin: { api: 'cohere.chat' },
      definitions: [{ type: 'function', function: { ...tool, parameters: schema } }],
      where: (body) => body.tools,
    },
  };
  const pairs = Object.entries(DEFINITIONS).flatMap(([from, one]) =>
    Object.entries(DEFINITIONS).map(([to, other]) => ({ from, to, one, other })),
  );

  it.each(pairs)('of $from are declared as $to wants them', ({ one, other }) => {
    const generation = { origin: one.origin, messages: [user('x')], output: [], toolDefinitions: one.definitions };
    const { body } = conversation([generation], { target: other.origin });
    expect(other.where(body)).toEqual(other.definitions);
  });

  it('of Gemini with the types of OpenAPI become JSON schema', () => {
    const declared = { name: 'search', parameters: { type: 'OBJECT', properties: { query: { type: 'STRING' } } } };
    const origin: Origin = { api: 'gemini.generateContent' };
    const { body } = conversation([{ origin, messages: [], output: [], toolDefinitions: [declared] }], {
      target: CLAUDE,
    });
    expect(body.tools).toEqual([
      { name: 'search', input_schema: { type: 'object', properties: { query: { type: 'string' } } } },
    ]);
  });

  it('that only their provider knows stay with it', () => {
    const definitions = [{ type: 'web_search_20250305', name: 'web_search' }];
    const generation = { origin: CLAUDE, messages: [user('x')], output: [], toolDefinitions: definitions };
    expect(conversation([generation], { target: CLAUDE }).body.tools).toEqual(definitions);
    const { body, notes } = conversation([generation], { target: OPENAI });
    expect(body).not.toHaveProperty('tools');
    expect(notes.map((note) => note.rule)).toEqual(['tool.left-out']);
  });

  it('that nothing declares are declared where calls of them would be refused', () => {
    const { body, notes } = conversation(loop(), { target: CLAUDE });
    expect(body.tools).toEqual([{ name: 'search', input_schema: { type: 'object', properties: {} } }]);
    expect(notes.map((note) => note.rule)).toContain('tool.undeclared');
    expect(conversation(loop(), { target: DEEPSEEK }).body).not.toHaveProperty('tools');
  });
});

describe('where the generations come from', () => {
  it('may be decoded spans: nothing of a seal is lost on the way', () => {
    const spans = loop().map(({ messages, output, ...rest }) => ({
      ...rest,
      messages: decodeMessages(encodeMessages(messages)),
      output: decodeMessages(encodeOutput(output)).flatMap(({ parts }) => parts),
    }));
    expect(conversation(spans, { target: CLAUDE })).toEqual(conversation(loop(), { target: CLAUDE }));
  });

  it('may be the bodies that a client sent and got, streamed or not', () => {
    const request = {
      model: 'deepseek-v4-pro',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'x' },
      ],
    };
    const delta = (more: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: more }] })}\n\n`;
    const stream = `${delta({ reasoning_content: 'why' })}${delta({ content: 'because' })}data: [DONE]\n\n`;
    const whole = {
      choices: [{ index: 0, message: { role: 'assistant', reasoning_content: 'why', content: 'because' } }],
    };
    const read = [stream, new TextEncoder().encode(stream), [new TextEncoder().encode(stream)], whole].map((response) =>
      tracedGeneration({ request, response, provider: 'deepseek' }),
    );
    for (const generation of read) {
      const { body } = conversation(generation ? [generation] : [], { target: DEEPSEEK, includeReasoning: true });
      expect(body).toEqual({
        model: 'deepseek-v4-pro',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'because', reasoning_content: 'why' },
        ],
      });
    }
  });

  it.each([null, undefined, 7, 'x', [], {}, [{}]])('is null for what is no exchange: %j', (body) => {
    expect(tracedGeneration({ request: body, response: body })).toBeNull();
    expect(tracedGeneration({ request: { model: 'm', messages: [] }, response: body })).toBeNull();
  });

  it('take thousands of steps, each with its whole history', () => {
    const messages: Message[] = [user('x')];
    const generations: TracedGeneration[] = [];
    for (let step = 0; step < 2000; step += 1) {
      generations.push({ origin: CLAUDE, messages: [...messages], output: [thought(`t${step}`), call(`c${step}`)] });
      messages.push({ role: 'assistant', parts: [call(`c${step}`)] }, result(`c${step}`, 'r'));
    }
    const { messages: written } = conversation(generations, { target: CLAUDE });
    expect(written).toHaveLength(4000);
  });
});
