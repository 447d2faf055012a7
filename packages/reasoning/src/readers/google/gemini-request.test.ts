/** What requests to Gemini say: generateContent of both hosts, and Interactions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isModelPath } from '../model-paths.ts';
import { readRequest } from '../request.ts';

const PATH = '/v1beta/models/gemini-3-pro-preview:streamGenerateContent';

const body = {
  systemInstruction: { role: 'user', parts: [{ text: 'Be brief.' }] },
  contents: [
    { role: 'user', parts: [{ text: 'Weather?' }] },
    {
      role: 'model',
      parts: [
        { text: 'why', thought: true },
        { functionCall: { id: 'c1', name: 'f', args: { city: 'Rome' } }, thoughtSignature: 'Cs' },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'f', response: { error: 'no' } } }] },
  ],
  tools: [{ functionDeclarations: [{ name: 'f' }, { name: 'g' }] }, { googleSearch: {} }],
  generationConfig: {
    maxOutputTokens: 900,
    temperature: 0.5,
    thinkingConfig: { includeThoughts: true, thinkingLevel: 'HIGH' },
  },
  continuationToken: 'T1',
};

/** As hand-written requests and some clients spell it. */
const snake = {
  system_instruction: { parts: { text: 'Be brief.' } },
  contents: [
    { parts: { text: 'Weather?' } },
    {
      role: 'model',
      parts: [
        { text: 'why', thought: true },
        { function_call: { id: 'c1', name: 'f', args: { city: 'Rome' } }, thought_signature: 'Cs' },
      ],
    },
    { parts: [{ function_response: { id: 'c1', name: 'f', response: { error: 'no' } } }] },
  ],
  tools: [{ function_declarations: [{ name: 'f' }, { name: 'g' }] }, { google_search: {} }],
  generation_config: {
    max_output_tokens: 900,
    temperature: 0.5,
    thinking_config: { include_thoughts: true, thinking_level: 'HIGH' },
  },
  continuation_token: 'T1',
};

describe('a request to generateContent', () => {
  it.each([
    ['camelCase', body],
    ['snake_case', snake],
  ])('says all of itself in %s', (_, spelled) =>
    expect(readRequest(spelled, PATH)).toEqual({
      api: 'gemini.generateContent',
      model: 'gemini-3-pro-preview',
      stream: true,
      maxTokens: 900,
      temperature: 0.5,
      reasoningEffort: 'HIGH',
      continuationToken: 'T1',
      system: ['Be brief.'],
      messages: [
        { role: 'user', parts: [{ kind: 'text', key: '0', text: 'Weather?' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', key: '0', text: 'why', format: 'summary', field: 'thought' },
            {
              kind: 'tool_call',
              id: 'c1',
              name: 'f',
              arguments: { city: 'Rome' },
              itemType: 'functionCall',
              type: 'function',
              signature: 'Cs',
            },
          ],
        },
        {
          role: 'user',
          parts: [{ kind: 'tool_result', callId: 'c1', name: 'f', result: { error: 'no' }, isError: true }],
        },
      ],
      toolDefinitions: [{ name: 'f' }, { name: 'g' }, { googleSearch: {} }],
      historyCallIds: ['c1'],
      toolResults: [{ callId: 'c1', name: 'f', result: { error: 'no' }, isError: true }],
      endsWithHumanMessage: false,
    }),
  );

  const project = '/v1beta1/projects/P/locations/global';
  it.each([
    ['/v1beta/models/gemini-2.5-flash:generateContent', 'gemini-2.5-flash', false],
    ['/v1beta/models/gemini-2.5-flash%3AgenerateContent', 'gemini-2.5-flash', false],
    ['/v1beta/tunedModels/my-own:generateContent', 'my-own', false],
    [`${project}/publishers/google/models/gemini-3-pro:streamGenerateContent`, 'gemini-3-pro', true],
    [`${project}/endpoints/123:streamGenerateContent`, '123', true],
    ['/models/%E0%A4%A:generateContent', '%E0%A4%A', false],
  ])('at %s asks %s', (path, model, stream) => {
    expect(isModelPath(path)).toBe(true);
    expect(readRequest({ contents: [] }, path)).toMatchObject({ api: 'gemini.generateContent', model, stream });
  });
  it('at an unknown path is known by its shape, and may name its model itself', () =>
    expect(readRequest({ model: 'models/gemini-3', contents: { parts: { text: 'x' } } }, '/proxy')).toMatchObject({
      api: 'gemini.generateContent',
      model: 'gemini-3',
      endsWithHumanMessage: true,
    }));
  it('of Code Assist says the same inside its wrapper', () => {
    const { model: _model, ...bare } = readRequest(body, PATH)!;
    const wrapped = { model: 'gemini-3-pro', project: 'p', request: body };
    expect(readRequest(wrapped, '/v1internal:streamGenerateContent')).toEqual({ ...bare, model: 'gemini-3-pro' });
  });
  it.each(['countTokens', 'embedContent', 'batchEmbedContents'])('is none where the method is %s', (method) => {
    const path = `/v1beta/models/gemini-3:${method}`;
    expect([isModelPath(path), readRequest({ contents: [] }, path)]).toEqual([false, null]);
  });

  const call = (name: string, more = {}) => ({ functionCall: { name, args: {}, ...more } });
  const answer = (name: string, result: string, more = {}) => ({
    functionResponse: { name, response: { result }, ...more },
  });
  it('without ids ties results to the open calls of their name, in order', () => {
    const request = readRequest({
      contents: [
        { role: 'model', parts: [call('f'), call('g'), call('f')] },
        { role: 'user', parts: [answer('f', '1'), answer('f', '3'), answer('g', '2'), answer('h', '4')] },
      ],
    });
    const [calls, results] = (request?.messages ?? []).map(({ parts }) =>
      parts.map((part) => (part.kind === 'tool_call' ? part.id : part.kind === 'tool_result' ? part.callId : '')),
    );
    expect(results).toEqual([calls?.[0], calls?.[2], calls?.[1], '']);
    // Such an id means nothing outside of the request.
    expect(request).toMatchObject({
      historyCallIds: [],
      toolResults: ['f', 'f', 'g', 'h'].map((name) => ({ callId: '', name })),
    });
  });
  it('with ids that the client made ties by them, in any order', () => {
    const request = readRequest({
      contents: [
        { role: 'model', parts: [call('f', { id: 'a' }), call('f', { id: 'b' })] },
        { role: 'function', parts: [answer('f', '2', { id: 'b' }), answer('f', '1', { id: 'a' })] },
      ],
    });
    expect(request?.toolResults.map(({ callId }) => callId)).toEqual(['b', 'a']);
    expect(request?.messages.map(({ role }) => role)).toEqual(['assistant', 'tool']);
    expect(request?.endsWithHumanMessage).toBe(false);
  });
});

const interaction = {
  model: 'gemini-3-pro',
  system_instruction: 'Be brief.',
  stream: true,
  generation_config: { thinking_level: 'high', max_output_tokens: 900, temperature: 0.5 },
  tools: [{ type: 'function', name: 'f' }],
  previous_interaction_id: 'v1_0',
  input: [
    { type: 'user_input', content: [{ type: 'text', text: 'Weather?' }] },
    { type: 'thought', signature: 'Cs', summary: [{ type: 'text', text: 'why' }] },
    { type: 'function_call', id: 'c1', name: 'f', arguments: { city: 'Rome' } },
    { type: 'function_result', call_id: 'c1', name: 'f', result: [{ type: 'text', text: '40 C' }] },
  ],
};

describe('a request to Interactions', () => {
  it('says all of itself, in steps', () =>
    expect(readRequest(interaction, '/v1beta/interactions')).toEqual({
      api: 'gemini.interactions',
      model: 'gemini-3-pro',
      stream: true,
      maxTokens: 900,
      temperature: 0.5,
      reasoningEffort: 'high',
      previousResponseId: 'v1_0',
      system: ['Be brief.'],
      messages: [
        { role: 'user', parts: [{ kind: 'text', key: '0', text: 'Weather?' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', key: '0', text: 'why', format: 'summary', field: 'summary', signature: 'Cs' },
            {
              kind: 'tool_call',
              id: 'c1',
              name: 'f',
              arguments: { city: 'Rome' },
              itemType: 'function_call',
              type: 'function',
            },
          ],
        },
        { role: 'tool', parts: [{ kind: 'tool_result', callId: 'c1', name: 'f', result: '40 C', isError: false }] },
      ],
      toolDefinitions: [{ type: 'function', name: 'f' }],
      historyCallIds: ['c1'],
      toolResults: [{ callId: 'c1', name: 'f', result: '40 C', isError: false }],
      endsWithHumanMessage: false,
    }));
  it.each([
    ['one text', 'Hi'],
    ['one content', { type: 'text', text: 'Hi' }],
    ['contents', [{ type: 'text', text: 'Hi' }]],
    ['turns', [{ role: 'user', content: 'Hi' }]],
    ['turns of contents', [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]],
  ])('may have %s as its input', (_, input) =>
    expect(readRequest({ model: 'm', input }, '/v1beta/interactions')).toMatchObject({
      api: 'gemini.interactions',
      messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }],
      endsWithHumanMessage: true,
    }),
  );
  it('of turns has the model’s as those of the assistant', () =>
    expect(
      readRequest(
        {
          agent: 'deep-research',
          input: [
            { role: 'model', content: [{ type: 'function_call', id: 'c1', name: 'f', arguments: {} }] },
            { role: 'user', content: [{ type: 'function_result', call_id: 'c1', result: 'x', is_error: true }] },
          ],
        },
        '/v1beta/interactions',
      ),
    ).toMatchObject({
      model: 'deep-research',
      messages: [{ role: 'assistant' }, { role: 'user' }],
      toolResults: [{ callId: 'c1', result: 'x', isError: true }],
      endsWithHumanMessage: false,
    }));
  it('that goes on with an answer has no input', () =>
    expect(
      readRequest({ model: 'm', previous_interaction_id: 'v1_0', continuation_token: 'T1' }, '/v1beta/interactions'),
    ).toMatchObject({ api: 'gemini.interactions', previousResponseId: 'v1_0', continuationToken: 'T1', messages: [] }));
  it('is distinguished from a Responses request by its own fields, or by the path', () => {
    expect(readRequest(interaction)?.api).toBe('gemini.interactions');
    expect(readRequest({ model: 'm', input: 'Hi' })?.api).toBe('openai.responses');
    expect(readRequest({ model: 'm', input: 'Hi' }, '/v1/responses')?.api).toBe('openai.responses');
    expect(readRequest({ ...interaction }, '/v1/responses')?.api).toBe('openai.responses');
  });
});

it('of any shape never throws', () => {
  const name = fc.constantFrom(
    ...['contents', 'parts', 'role', 'text', 'functionCall', 'function_call', 'functionResponse', 'name', 'id'],
    ...['systemInstruction', 'tools', 'functionDeclarations', 'generationConfig', 'thinkingConfig', '__proto__'],
    ...['input', 'type', 'content', 'previous_interaction_id', 'arguments', 'call_id', 'summary', 'signature'],
  );
  const word = fc.constantFrom<unknown>('model', 'user', 'thought', 'function_call', 'function_result', 'f', null, 1);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, value, (contents, input) => {
      for (const source of [{ contents, tools: input }, { input: contents, agent: input }, contents, input]) {
        for (const path of [undefined, PATH, '/interactions']) JSON.stringify(readRequest(source, path));
      }
    }),
    { numRuns: 300 },
  );
});
