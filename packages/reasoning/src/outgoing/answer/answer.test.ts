/**
 * Every recorded answer of the formats that can be written again: read, written, and read once more, the parts are
 * equal. Fixtures in the repository, and the recordings of real providers where they are there.
 */
import { describe, expect, it } from 'vitest';
import { readResponse, type ApiName, type ModelResponse, type Part } from '../../index.ts';
import { FIXTURES, RECORDINGS, bytesOf } from '../../testing/fixtures.ts';
import { canWriteAnswer, writeAnswer } from './index.ts';

interface Subject {
  name: string;
  provider: string;
  requestModel: string;
  response: ModelResponse;
}

const subjects = [...FIXTURES, ...RECORDINGS].flatMap((fixture) =>
  fixture.turns.flatMap(({ response: recorded }, index): Subject[] => {
    const { id, provider, model: requestModel } = fixture;
    const response = readResponse({ contentType: recorded.content_type, body: bytesOf(recorded), requestModel });
    if (!response || !canWriteAnswer(response.api) || response.incomplete || response.choices.length !== 1) return [];
    return [{ name: `${id} ${index}`, provider, requestModel, response }];
  }),
);

const SIGNED_ONLY = 'thinking.unsigned';

/** Answers whose parts do not all come back, and why. */
const NOT_WHOLE: Record<string, string> = {
  'anthropic-stream-pause-turn 1': 'has the result of a call of the answer before, which this answer does not name',
  'anthropic-stream-pause-turn-late-result 1': 'has the result of a call of the answer before, too',
  'copilot-chat-stream-opaque 0': 'had its text before the opaque thought, and one message has no order',
  'google-compat-stream-signature 0': 'loses its thought, so the signature stands for thinking without text',
  'openai-chat-audio 0': 'has sound, which is not stored',
  'openai-chat-audio 1': 'has sound, which is not stored',
  'google-openai-compat-no-call-id 0': 'has the id that was made up for it',
  'openai-resp-mcp 0': 'lists the tools of a server: no part has that',
  'openai-resp-stream-mcp 0': 'lists the tools of a server: no part has that',
  'openai-resp-shell-skills 0': 'has the output of a tool that the provider ran, as an item of its own',
  'openai-resp-stream-tool-search 0': 'has the output of a tool that the provider ran, as an item of its own',
};

/** Nothing but the padding of its stream says that it is Mistral's, and the padding does not come back. */
const LOOKS_LIKE_CHAT = /^mistral-stream-parallel-tools /;

/** One answer of each format, as the SDK stores it. */
const CALL: Part = {
  kind: 'tool_call',
  id: 'call_9f3kQ2',
  name: 'find_order',
  arguments: { id: 4711, note: 'größer ✓' },
  itemType: 'function_call',
  type: 'function',
};
const SAID: Part = { kind: 'text', key: '1', text: 'I look it up.' };
const OWN: Record<string, Part[]> = {
  'openai.chat': [
    { kind: 'reasoning', key: '0', text: 'Which order?', format: 'parsed', field: 'reasoning_content' },
    SAID,
    { ...CALL, itemType: 'function' },
  ],
  'openai.responses': [
    {
      kind: 'reasoning',
      key: '0/s0',
      text: 'Which?',
      format: 'summary',
      field: 'summary',
      itemId: 'rs_1',
      data: 'Zm9',
    },
    { ...SAID, itemId: 'msg_1' },
    { ...CALL, itemId: 'fc_1' },
  ],
  'anthropic.messages': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'summary', field: 'thinking', signature: 'c2ln' },
    SAID,
    { ...CALL, itemType: 'tool_use' },
  ],
  'bedrock.converse': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'summary', field: 'reasoningContent', signature: 'c2ln' },
    SAID,
    { ...CALL, itemType: 'toolUse' },
  ],
  'gemini.generateContent': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'summary', field: 'thought' },
    SAID,
    { ...CALL, itemType: 'functionCall', signature: 'c2ln' },
  ],
  'gemini.interactions': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'summary', field: 'summary', signature: 'c2ln' },
    SAID,
    { ...CALL, itemType: 'function_call' },
  ],
  'cohere.chat': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'parsed', field: 'thinking' },
    { ...SAID, extra: { field: 'tool_plan' } },
    { ...CALL, itemType: 'function' },
  ],
  'mistral.chat': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'parsed', field: 'content' },
    SAID,
    { ...CALL, itemType: 'function' },
  ],
  'ollama.chat': [
    { kind: 'reasoning', key: '0', text: 'Which?', format: 'parsed', field: 'thinking' },
    SAID,
    { ...CALL, itemType: 'function' },
  ],
};
const MODELS: Record<string, string> = {
  'openai.chat': 'deepseek-v4-pro',
  'openai.responses': 'gpt-6',
  'anthropic.messages': 'claude-opus-4-8',
  'bedrock.converse': 'us.anthropic.claude-opus-4-8-v1:0',
  'gemini.generateContent': 'gemini-3-pro',
  'gemini.interactions': 'gemini-3-pro',
  'cohere.chat': 'command-a-reasoning-08-2025',
  'mistral.chat': 'magistral-medium-2509',
  'ollama.chat': 'qwen3:8b',
};
const USAGE = { input: 100, output: 40, reasoning: 25, reasoningSource: 'reported' as const };
/** Formats that leave some of it out. */
const COUNTS = { usage: { input: 100, output: 40 } };
const REPORTED: Record<string, object> = {
  'bedrock.converse': COUNTS,
  'cohere.chat': { id: 'resp_1', usage: USAGE },
  'ollama.chat': { ...COUNTS, model: 'qwen3:8b' },
};

describe.each(Object.keys(OWN) as ApiName[])('an answer of %s', (api) => {
  const origin = { api, model: MODELS[api]! };
  const answer = { parts: OWN[api]!, origin, id: 'resp_1', model: origin.model, usage: USAGE };

  it.each([false, true, 'list', 'chunks'] as const)('is read as it was, written with stream=%s', (stream) => {
    const { body, contentType, notes } = writeAnswer(answer, { api, stream })!;
    const again = readResponse({ contentType, body, requestModel: origin.model, requestApi: api });
    expect(notes).toEqual([]);
    const reported = REPORTED[api] ?? { id: 'resp_1', model: origin.model, usage: USAGE };
    expect(again).toMatchObject({ api, incomplete: false, ...reported });
    expect(withoutKeys(again?.choices[0]?.parts ?? [])).toMatchObject(withoutKeys(answer.parts) as object);
  });

  it.each(Object.keys(OWN) as ApiName[])('is given to a request of %s without the seals of its provider', (other) => {
    const { body, contentType } = writeAnswer(answer, { api: other, stream: true })!;
    const again = readResponse({ contentType, body, requestApi: other });
    const calls = again?.choices[0]?.parts.filter(({ kind }) => kind === 'tool_call');
    expect(calls).toMatchObject([{ name: CALL.name, arguments: CALL.arguments }]);
    if (other !== api) expect(String(body)).not.toMatch(/c2ln|Zm9|rs_1/);
  });
});

describe.each([
  ['ollama.chat', /"response":"I look it up."/],
  ['openai.chat', /"object":"text_completion".*"text":"I look it up."/],
] as const)('an answer of %s to a prompt', (api, written) => {
  it.each([false, true])('is read as it was, written with stream=%s', (stream) => {
    const origin = { api, model: MODELS[api]! };
    const { body, contentType } = writeAnswer(
      { parts: [SAID], origin, usage: USAGE },
      { api, stream, isCompletion: true },
    )!;
    expect(body).toMatch(written);
    const again = readResponse({ contentType, body, requestModel: origin.model, requestApi: api });
    expect(again).toMatchObject({ api, incomplete: false, usage: COUNTS.usage });
    expect(withoutKeys(again?.choices[0]?.parts ?? [])).toEqual(withoutKeys([SAID]));
  });
});

it.each([false, true])('an answer of Code Assist is wrapped, written with stream=%s', (stream) => {
  const api = 'gemini.generateContent';
  const answer = { parts: OWN[api]!, origin: { api, model: MODELS[api]! }, usage: USAGE } as const;
  const { body, contentType } = writeAnswer(answer, { api, stream, isWrapped: true })!;
  expect(body).toMatch(/^(?:data: )?\{"response":\{"candidates"/);
  const again = readResponse({ contentType, body });
  expect(again).toMatchObject({ api, incomplete: false, usage: USAGE });
  expect(withoutKeys(again?.choices[0]?.parts ?? [])).toMatchObject(withoutKeys(answer.parts) as object);
});

it('leaves out thoughts whose signature is not stored where the provider refuses them, and says so', () => {
  const [thought, ...others] = OWN['anthropic.messages']!;
  const { signature: _signature, ...unsigned } = thought as Extract<Part, { kind: 'reasoning' }>;
  const origin = { api: 'anthropic.messages', model: 'claude-opus-4-8' } as const;
  const { body, notes } = writeAnswer({ parts: [unsigned, ...others], origin }, { ...origin, stream: false })!;
  expect(notes).toMatchObject([{ rule: SIGNED_ONLY, count: 1 }]);
  expect((JSON.parse(String(body)) as { content: { type: string }[] }).content.map(({ type }) => type)).toEqual([
    'text',
    'tool_use',
  ]);
});

it('writes no conversation of Mistral, whose id is not recorded', () => {
  const origin = { api: 'mistral.conversations' } as const;
  expect(writeAnswer({ parts: [SAID], origin }, { ...origin, stream: false })).toBeNull();
});

describe.each([false, true])('recorded answers, written with stream=%s', (stream) => {
  it.each(subjects)('$name', ({ name, provider, requestModel, response }) => {
    const { api, choices, id, model, finishReason, usage } = response;
    const parts = choices[0]?.parts ?? [];
    const written = writeAnswer(
      {
        parts,
        origin: { api, provider, model: requestModel },
        ...(id !== undefined && { id }),
        ...(model !== undefined && { model }),
        ...(finishReason !== undefined && { finishReason }),
        ...(usage && { usage }),
      },
      { api, stream },
    )!;
    const again = readResponse({ contentType: written.contentType, body: written.body, requestModel })!;
    const withoutUnsigned = written.notes.some(({ rule }) => rule === SIGNED_ONLY);
    expect(again.incomplete).toBe(false);
    expect(again.api).toBe(LOOKS_LIKE_CHAT.test(name) ? 'openai.chat' : api);
    if (finishReason !== undefined) expect(again.finishReason).toBe(finishReason);
    const wanted = withoutKeys(parts.filter((part) => !withoutUnsigned || !isUnsigned(part)));
    const found = withoutKeys(again.choices[0]?.parts ?? []);
    if (NOT_WHOLE[name] === undefined) expect(found).toEqual(wanted);
    else expect(found).not.toEqual(wanted);
  });
});

function isUnsigned(part: Part): boolean {
  const isThought = part.kind === 'reasoning' || part.kind === 'hidden' || part.kind === 'redacted';
  return isThought && part.signature === undefined && part.data === undefined;
}

/** Keys are made by the reader, and ids of calls where the provider gave none. */
function withoutKeys(parts: readonly Part[]): unknown {
  return parts.map((part) => {
    const hasMadeId = part.kind === 'tool_call' && part.idGenerated;
    return { ...part, key: undefined, ...(hasMadeId && { id: undefined }) };
  });
}
