/** What a conversation is made of: definitions of tools, and generations out of spans or bodies. */
import { describe, expect, it } from 'vitest';
import {
  conversation,
  decodeMessages,
  encodeMessages,
  encodeOutput,
  tracedGeneration,
  type Message,
  type Origin,
  type TracedGeneration,
} from '../index.ts';
import { call, CLAUDE, DEEPSEEK, loop, OPENAI, result, thought, user } from './replay/testing/generations.ts';

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

  it('keep their settings where the format is the same, and are corrected where a span wrote them differently', () => {
    const strict = { type: 'function', function: { ...tool, parameters: schema, strict: true } };
    const flat = { type: 'function', ...tool, parameters: schema };
    const declared = (definition: unknown) =>
      conversation([{ origin: DEEPSEEK, messages: [], output: [], toolDefinitions: [definition, definition] }], {
        target: DEEPSEEK,
      }).body.tools;
    expect(declared(strict)).toEqual([strict]);
    expect(declared(flat)).toEqual([{ type: 'function', function: { ...tool, parameters: schema } }]);
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
