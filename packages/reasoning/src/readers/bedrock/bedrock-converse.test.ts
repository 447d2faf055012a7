/**
 * Bedrock Converse, whole and as event-stream frames (providers.md §12). The wire is written by hand from the client's
 * types.
 */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { replay } from '../../outgoing/replay/index.ts';
import { awsFrame, awsFrames } from '../../testing/host-wire.ts';
import { readResponse } from '../index.ts';
import { readRequest } from '../request.ts';

type Json = Record<string, unknown>;

const EVENT_STREAM = 'application/vnd.amazon.eventstream';
const whole = (content: Json[], more: Json = {}) =>
  readResponse({
    body: JSON.stringify({ output: { message: { role: 'assistant', content } }, stopReason: 'end_turn', ...more }),
  });
const streamed = (...events: Json[]) => readResponse({ body: awsFrames(events), contentType: EVENT_STREAM });
const delta = (contentBlockIndex: number, piece: Json) => ({ contentBlockDelta: { contentBlockIndex, delta: piece } });
const start = (contentBlockIndex: number, block: Json) => ({ contentBlockStart: { contentBlockIndex, start: block } });
const stop = (contentBlockIndex: number) => ({ contentBlockStop: { contentBlockIndex } });
const end = (stopReason = 'end_turn') => ({ messageStop: { stopReason } });
const partsOf = (response: ReturnType<typeof whole>) => response?.choices[0]?.parts;
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');

describe('a stream with thinking before a call', () => {
  const response = streamed(
    { messageStart: { role: 'assistant' } },
    delta(0, { reasoningContent: { text: 'The user wants ' } }),
    delta(0, { reasoningContent: { text: 'the weather.' } }),
    delta(0, { reasoningContent: { signature: 'Eq' } }),
    delta(0, { reasoningContent: { signature: 'RR' } }),
    stop(0),
    delta(1, { text: 'Let me ' }),
    delta(1, { text: 'look.' }),
    stop(1),
    start(2, { toolUse: { toolUseId: 'tooluse_1', name: 'weather' } }),
    delta(2, { toolUse: { input: '{"city":' } }),
    delta(2, { toolUse: { input: '"Florence"}' } }),
    stop(2),
    end('tool_use'),
    {
      metadata: {
        usage: { inputTokens: 9, outputTokens: 80, totalTokens: 99, cacheReadInputTokens: 7, cacheWriteInputTokens: 3 },
      },
    },
  );
  it('ties the thought and the preamble to the call', () => {
    const { calls } = attribute(partsOf(response) ?? []);
    expect(calls).toMatchObject([
      {
        id: 'tooluse_1',
        name: 'weather',
        arguments: { city: 'Florence' },
        reasoning: ['The user wants the weather.'],
        preamble: 'Let me look.',
        reasoningField: 'reasoningContent',
        type: 'function',
      },
    ]);
  });
  it('keeps the signature for Bedrock', () =>
    expect(partsOf(response)?.[0]).toMatchObject({ kind: 'reasoning', signature: 'EqRR', field: 'reasoningContent' }));
  it('counts the cache, which is outside its input, and knows no tokens of thinking', () =>
    expect(response?.usage).toEqual({ input: 19, output: 80, cacheRead: 7, cacheWrite: 3 }));
  it('counts the cache of Nova asked by InvokeModel, whose names end otherwise', () => {
    const usage = { inputTokens: 6, outputTokens: 2, cacheReadInputTokenCount: 14_921, cacheWriteInputTokenCount: 0 };
    const answer = { output: { message: { content: [{ text: 'x' }] } }, stopReason: 'end_turn', usage };
    expect(readResponse({ body: JSON.stringify(answer) })?.usage).toMatchObject({ input: 14_927, cacheRead: 14_921 });
  });
  it('is complete, and says how it ended', () =>
    expect(response).toMatchObject({ api: 'bedrock.converse', incomplete: false, finishReason: 'tool_use' }));
});

it('is known by its frames where no content type came', () => {
  const bytes = awsFrames([{ contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'x' } } }, end()]);
  for (const body of [bytes, [new Uint8Array(), bytes.subarray(0, 3), bytes.subarray(3)]]) {
    expect(partsOf(readResponse({ contentType: null, body }))).toMatchObject([{ kind: 'text', text: 'x' }]);
  }
});

describe('thinking', () => {
  const signed = { reasoningContent: { reasoningText: { text: '', signature: 'Eq' } } };
  it('whose display is omitted is hidden: only its signature came', () => {
    const expected = [{ kind: 'hidden', encrypted: false, signature: 'Eq' }];
    expect(partsOf(whole([signed]))).toMatchObject(expected);
    expect(partsOf(streamed(delta(0, { reasoningContent: { signature: 'Eq' } }), stop(0), end()))).toMatchObject(
      expected,
    );
  });
  it('that is redacted is one block, in however many pieces it comes', () => {
    const expected = [{ kind: 'redacted', data: base64(1, 2, 3, 4), field: 'reasoningContent' }, { kind: 'text' }];
    const pieces = [base64(1), base64(2, 3), base64(4)].map((redactedContent) =>
      delta(0, { reasoningContent: { redactedContent } }),
    );
    const inPieces = streamed(...pieces, stop(0), delta(1, { text: 'x' }), end());
    expect(partsOf(inPieces)).toMatchObject(expected);
    expect(
      partsOf(whole([{ reasoningContent: { redactedContent: base64(1, 2, 3, 4) } }, { text: 'x' }])),
    ).toMatchObject(expected);
    expect(attribute(partsOf(inPieces) ?? []).calls[0]?.reasoning).toEqual(['[redacted thinking]']);
  });
  it.each([
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 'summary'],
    ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', 'parsed'],
    ['us.deepseek.r1-v1:0', 'parsed'],
  ])('of %s comes as %s', (requestModel, format) => {
    const thought = { reasoningContent: { reasoningText: { text: 'plan' } } };
    const body = JSON.stringify({ output: { message: { content: [thought] } }, stopReason: 'end_turn' });
    expect(partsOf(readResponse({ body, requestModel }))).toMatchObject([{ kind: 'reasoning', format }]);
  });
  it('in tags stays text: Nova writes them into its answer', () =>
    expect(partsOf(whole([{ text: '<thinking>I add.</thinking>\n5' }]))).toMatchObject([
      { kind: 'text', text: '<thinking>I add.</thinking>\n5' },
    ]));
});

describe('tools of the provider', () => {
  const use = { toolUseId: 'srv_1', name: 'nova_grounding', type: 'server_tool_use' };
  const results = [{ text: 'found' }];
  const expected = [
    { id: 'srv_1', type: 'server', itemType: 'server_tool_use', reasoning: ['look'], result: results },
    { id: 'tooluse_2', type: 'function', itemType: 'toolUse', reasoning: [], reasoningRef: 'srv_1', arguments: {} },
  ];
  it('have their result in the same message, and separate thoughts', () => {
    const response = whole([
      { reasoningContent: { reasoningText: { text: 'look' } } },
      { toolUse: { ...use, input: { query: 'q' } } },
      { toolResult: { toolUseId: 'srv_1', content: results, status: 'success' } },
      { toolUse: { toolUseId: 'tooluse_2', name: 'save', input: {} } },
    ]);
    expect(attribute(partsOf(response) ?? []).calls).toMatchObject(expected);
  });
  it('stream their result, too', () => {
    const response = streamed(
      delta(0, { reasoningContent: { text: 'look' } }),
      start(1, { toolUse: use }),
      delta(1, { toolUse: { input: '{"query":"q"}' } }),
      start(2, { toolResult: { toolUseId: 'srv_1', status: 'success' } }),
      delta(2, { toolResult: results }),
      start(3, { toolUse: { toolUseId: 'tooluse_2', name: 'save' } }),
      end('tool_use'),
    );
    expect(attribute(partsOf(response) ?? []).calls).toMatchObject(expected);
  });
  it('go back as they came, the type of the result included; that of a call of the caller is recorded and not sent', () => {
    const interpreter = { toolUseId: 'srv_1', name: 'nova_code_interpreter', type: 'server_tool_use', input: { a: 1 } };
    const found = { type: 'nova_code_interpreter_result', toolUseId: 'srv_1', content: [{ json: { stdOut: '2' } }] };
    const save = { toolUseId: 'tooluse_2', name: 'save', input: {} };
    const parts = partsOf(
      whole([{ toolUse: interpreter }, { toolResult: found }, { toolUse: { ...save, type: 'tool_use' } }]),
    );
    expect(parts?.at(-1)).toMatchObject({ kind: 'tool_call', itemType: 'tool_use', type: 'function' });
    const nova = { api: 'bedrock.converse', provider: 'aws.bedrock', model: 'us.amazon.nova-2-lite-v1:0' } as const;
    const { messages } = replay({ parts: parts ?? [], origin: nova }, nova);
    const content = [{ toolUse: interpreter }, { toolResult: found }, { toolUse: save }];
    expect(messages).toEqual([{ role: 'assistant', content }]);
  });
  it('that failed say so', () =>
    expect(partsOf(whole([{ toolResult: { toolUseId: 'srv_1', content: [], status: 'error' } }]))).toEqual([
      { kind: 'tool_result', callId: 'srv_1', result: [], isError: true },
    ]));
});

describe('a stream', () => {
  it('that ends in an exception keeps what came before it', () => {
    const headers = { ':message-type': 'exception', ':exception-type': 'modelStreamErrorException' };
    const frames = [
      ...awsFrames([delta(0, { reasoningContent: { text: 'plan' } })]),
      ...awsFrame(headers, { message: 'broke' }),
    ];
    expect(readResponse({ body: Uint8Array.from(frames), contentType: EVENT_STREAM })).toMatchObject({
      incomplete: true,
      error: { type: 'modelStreamErrorException', message: 'broke' },
      choices: [{ parts: [{ kind: 'reasoning', text: 'plan', incomplete: true }] }],
    });
  });
  it('of nothing but an exception is an answer that failed', () => {
    const frame = awsFrame(
      { ':message-type': 'exception', ':exception-type': 'throttlingException' },
      { message: 'slow' },
    );
    expect(readResponse({ body: frame, contentType: EVENT_STREAM })).toMatchObject({
      api: 'bedrock.converse',
      incomplete: true,
      error: { type: 'throttlingException', message: 'slow' },
    });
  });
  it('may report its usage before its end', () =>
    expect(
      streamed({ metadata: { usage: { inputTokens: 1, outputTokens: 2 } } }, delta(0, { text: 'x' }), end()),
    ).toMatchObject({
      usage: { input: 1, output: 2 },
      incomplete: false,
    }));
  it('cut in the arguments marks the call, with what had arrived', () =>
    expect(
      partsOf(
        streamed(start(0, { toolUse: { toolUseId: 't', name: 'f' } }), delta(0, { toolUse: { input: '{"a":' } })),
      ),
    ).toMatchObject([{ kind: 'tool_call', incomplete: true, arguments: '{"a":' }]));
  it.each(['max_tokens', 'content_filtered', 'model_context_window_exceeded'])(
    'that ended with %s is incomplete',
    (reason) => expect(streamed(delta(0, { text: 'x' }), end(reason))?.incomplete).toBe(true),
  );
});

it('citations do not cut a text', () => {
  const content = [{ text: 'A ' }, { citationsContent: { content: [{ text: 'fact' }], citations: [] } }, { text: '.' }];
  expect(attribute(partsOf(whole(content)) ?? []).calls[0]?.arguments).toEqual({ content: 'A fact.' });
});

it('citations in blocks of their own do not cut a streamed text', () => {
  const location = { web: { url: 'https://example.com/harbour', domain: 'example.com' } };
  const response = streamed(
    { messageStart: { role: 'assistant' } },
    delta(0, { text: 'High water is at six' }),
    stop(0),
    delta(1, { citation: { location } }),
    delta(1, { citation: { location } }),
    stop(1),
    delta(2, { text: '. Low water' }),
    delta(2, { text: ' is at noon' }),
    stop(2),
    delta(3, { citation: { location } }),
    stop(3),
    delta(4, { text: '.' }),
    stop(4),
    end(),
  );
  expect(attribute(partsOf(response) ?? []).calls[0]?.arguments).toEqual({
    content: 'High water is at six. Low water is at noon.',
  });
});

it('unknown blocks are kept by name', () =>
  expect(partsOf(whole([{ audio: {} }, {}]))).toEqual([{ kind: 'other', providerType: 'audio' }]));

describe('a request', () => {
  const body = {
    system: [{ text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ text: 'Weather?' }, { image: { format: 'png' } }] },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'plan', signature: 'Eq' } } },
          { toolUse: { toolUseId: 'tooluse_1', name: 'weather', input: { city: 'Florence' } } },
        ],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'tooluse_1', content: [{ text: '40 C' }] } }] },
    ],
    inferenceConfig: { maxTokens: 100, temperature: 0.5 },
    toolConfig: { tools: [{ toolSpec: { name: 'weather' } }] },
    additionalModelRequestFields: { output_config: { effort: 'high' } },
  };
  it('names its model and whether it streams in the path', () => {
    const path = '/model/us.anthropic.claude-sonnet-4-20250514-v1%3A0/converse-stream';
    expect(readRequest(body, path)).toMatchObject({
      api: 'bedrock.converse',
      model: 'us.anthropic.claude-sonnet-4-20250514-v1:0',
      stream: true,
      maxTokens: 100,
      temperature: 0.5,
      reasoningEffort: 'high',
      system: ['Be brief.'],
      toolDefinitions: [{ toolSpec: { name: 'weather' } }],
      historyCallIds: ['tooluse_1'],
      toolResults: [{ callId: 'tooluse_1', result: '40 C', isError: false }],
      endsWithHumanMessage: false,
    });
    const [, turn] = readRequest(body, path)?.messages ?? [];
    expect(turn?.parts[0]).toMatchObject({ kind: 'reasoning', format: 'summary', signature: 'Eq' });
  });
  it.each([
    [{ reasoning_effort: 'low' }, 'low'],
    [{ reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } }, 'medium'],
  ])('says the effort in the words of the vendor: %j', (additionalModelRequestFields, effort) =>
    expect(readRequest({ ...body, additionalModelRequestFields })?.reasoningEffort).toBe(effort),
  );
  it('is known without its path, too', () => expect(readRequest(body)?.api).toBe('bedrock.converse'));
  it.each(['arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fp', '%E0%A4%A'])('of the model %s', (encoded) => {
    const model = encoded.startsWith('arn') ? decodeURIComponent(encoded) : encoded;
    expect(readRequest(body, `/model/${encoded}/converse`)).toMatchObject({ model, stream: false });
  });
  it('for InvokeModel is one of its vendor, with the model of the path', () => {
    const invoke = '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke-with-response-stream';
    const claude = {
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'Hi' }],
    };
    const model = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
    expect(readRequest(claude, invoke)).toMatchObject({ api: 'anthropic.messages', model, stream: true });
    const oss = { messages: [{ role: 'user', content: 'Hi' }], max_completion_tokens: 10 };
    expect(readRequest(oss, '/model/openai.gpt-oss-20b-1%3A0/invoke')).toMatchObject({
      api: 'openai.chat',
      model: 'openai.gpt-oss-20b-1:0',
      stream: false,
    });
  });
});
