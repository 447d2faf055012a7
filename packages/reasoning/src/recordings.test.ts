/**
 * Every recorded response of a real provider, read and attributed, against its expectation. Skipped where the
 * recordings are not there.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attribute,
  readRequest,
  readResponse,
  splitReasoningByReadability,
  type AttributedResponse,
  type ModelResponse,
  type Usage,
} from './index.ts';

const FOLDER = process.env.SUBTEXT_RECORDINGS ?? join(import.meta.dirname, '../../../../shared/recordings');
/** A request may identify less than its response: only history with thinking marks a request as Mistral's. */
const APIS_OF_REQUEST: Record<string, string[]> = {
  'bedrock.invoke-anthropic': ['anthropic.messages'],
  'mistral.chat': ['mistral.chat', 'openai.chat'],
};

interface ExpectedCall {
  tool_name: string;
  tool_call_id: string | null;
  arguments: unknown;
  reasoning: string[];
  preamble: string | null;
  reasoning_ref_index: number | null;
  item_type: string | null;
}

interface ExpectedTurn {
  tool_calls: ExpectedCall[];
  trailing_reasoning: string[];
  trailing_text: string;
  usage: {
    input_tokens?: number;
    output_tokens?: number | null;
    reasoning_tokens?: number;
    raw: Record<string, unknown>;
  } | null;
  finish_reason: string | null;
  refusal?: string;
}

interface RecordedBody {
  encoding: string;
  content_type: string | null;
  body: unknown;
  decoded?: unknown[];
}

interface Recording {
  id: string;
  provider: string;
  api: string;
  model: string;
  tags: string[];
  turns: { streaming: boolean; request: { url: string; body: unknown } | null; response: RecordedBody }[];
  expected: { turns: ExpectedTurn[] };
}

const recordings = load();

function load(): Recording[] {
  if (!existsSync(FOLDER)) return [];
  const providers = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = providers.flatMap(({ name }) =>
    readdirSync(join(FOLDER, name)).map((file) => join(FOLDER, name, file)),
  );
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Recording);
}

function bytesOf(response: RecordedBody): Uint8Array {
  if (response.encoding === 'aws-eventstream-base64') return Buffer.from(String(response.body), 'base64');
  return Buffer.from(typeof response.body === 'string' ? response.body : JSON.stringify(response.body));
}

function read(response: RecordedBody, body: Uint8Array | Uint8Array[] = bytesOf(response)): ModelResponse {
  const model = readResponse({ contentType: response.content_type, body });
  if (!model) throw new Error('No reader knows the shape of this body.');
  return model;
}

/** Ids that the provider did not give are derived here, so that two readings can be compared. */
function attributed(model: ModelResponse): AttributedResponse {
  const { usage } = model;
  return attribute(model.choices[0]?.parts ?? [], { ...(usage && { usage }), generateId: () => 'derived' });
}

/** The recording's own words for what we made of the response. */
function actual(response: AttributedResponse, tags: readonly string[]) {
  return {
    tool_calls: response.calls.map((call) => ({
      tool_name: call.name,
      tool_call_id: call.idGenerated ? null : call.id,
      // Tag `refusal`: the recordings keep the refusal apart from the content; providers.md §15.3 makes it the content.
      arguments: call.refusal ? { content: '' } : trimmed(call.arguments, tags),
      reasoning: tags.includes('think_tags') ? joinedTrimmed(call.reasoning) : call.reasoning,
      preamble: call.preamble,
      reasoning_ref_index: indexOf(response, call.reasoningRef),
      item_type: call.type === 'answer' ? null : call.itemType,
    })),
    trailing_reasoning: response.trailing?.reasoning ?? [],
    trailing_text: response.trailing?.text ?? '',
  };
}

function indexOf(response: AttributedResponse, id: string | null): number | null {
  return id === null ? null : response.calls.findIndex((call) => call.id === id);
}

/**
 * README rule 10: where tags are taken out of the text, compare after trimming; they are one block there, one per pair
 * of tags here.
 */
function joinedTrimmed(reasoning: readonly string[]): string[] {
  return reasoning.length === 0 ? [] : [reasoning.join('').trim()];
}

function trimmed(value: unknown, tags: readonly string[]): unknown {
  const content = (value as { content?: unknown } | null)?.content;
  return tags.includes('think_tags') && typeof content === 'string' ? { content: content.trim() } : value;
}

function expectedOutput(turn: ExpectedTurn, tags: readonly string[], plan = '') {
  return {
    tool_calls: withPlanAsPreamble(turn.tool_calls, plan).map((call) => ({
      tool_name: call.tool_name,
      tool_call_id: call.tool_call_id,
      arguments: trimmed(call.arguments, tags),
      reasoning: tags.includes('think_tags') ? joinedTrimmed(call.reasoning) : call.reasoning,
      preamble: call.preamble,
      reasoning_ref_index: call.reasoning_ref_index,
      item_type: call.item_type,
    })),
    trailing_reasoning: turn.trailing_reasoning,
    trailing_text: turn.trailing_text,
  };
}

/** README rule 9 counts Cohere's `tool_plan` as a block; providers.md §9 as what the model says before its calls. */
function withPlanAsPreamble(calls: readonly ExpectedCall[], plan: string): ExpectedCall[] {
  if (plan === '') return [...calls];
  const planned = calls.findIndex((call) => call.reasoning.includes(plan));
  return calls.map((call, index) => {
    if (index === planned) {
      const preamble = call.preamble === null ? plan : `${call.preamble}\n\n${plan}`;
      return { ...call, reasoning: call.reasoning.filter((block) => block !== plan), preamble };
    }
    const lost = call.reasoning_ref_index === planned && calls[planned]?.reasoning.length === 1;
    return lost ? { ...call, reasoning_ref_index: null } : call;
  });
}

function planOf({ encoding, body }: RecordedBody): string {
  if (encoding !== 'sse') return (body as { message?: { tool_plan?: string } }).message?.tool_plan ?? '';
  const events = String(body).matchAll(/^data: (\{.*"type":"tool-plan-delta".*\})$/gm);
  type PlanDelta = { delta: { message: { tool_plan: string } } };
  return [...events].map(([, data]) => (JSON.parse(data ?? '') as PlanDelta).delta.message.tool_plan).join('');
}

const CACHED_BESIDE_INPUT: [family: string, names: string[]][] = [
  ['anthropic', ['cache_read_input_tokens', 'cache_creation_input_tokens']],
  ['bedrock.converse', ['cacheReadInputTokens', 'cacheWriteInputTokens']],
];

/**
 * The recorded figures are the provider's own; ours are inclusive (providers.md §14). A total, where there is one,
 * gives the full output even when the provider leaves something out of it.
 */
function expectedUsage(turn: ExpectedTurn, api: string, model: ModelResponse): Usage | undefined {
  const raw = turn.usage?.raw;
  if (!turn.usage || !raw) return undefined;
  const figure = (name: string) => (typeof raw[name] === 'number' ? raw[name] : undefined);
  const beside = CACHED_BESIDE_INPUT.find(([family]) => api.includes(family))?.[1] ?? [];
  const cached = beside.reduce((sum, name) => sum + (figure(name) ?? 0), 0);
  // Gemini counts what its own tools gave the model to read apart from the prompt.
  const input = (turn.usage.input_tokens ?? 0) + cached + (figure('toolUsePromptTokenCount') ?? 0);
  if (api === 'gemini.generateContent' && turn.usage.output_tokens === null) return { input };
  const total = figure('total_tokens') ?? figure('totalTokenCount');
  const output = total === undefined ? (turn.usage.output_tokens ?? 0) : total - input;
  const derived = output - (turn.usage.output_tokens ?? 0);
  const thoughts = (model.choices[0]?.parts ?? []).filter((part) => part.kind === 'reasoning');
  const free = api === 'openai.responses' && thoughts.every((part) => part.format === 'summary');
  const reported = turn.usage.reasoning_tokens ?? (derived > 0 ? derived : undefined);
  // A 0 beside thinking that came (Snowflake, Vercel) is unknown.
  const unknown = reported === undefined || (reported === 0 && thoughts.length > 0 && !free);
  return { input, output, ...(!unknown && { reasoning: Math.min(reported, output) }) };
}

function paid(response: AttributedResponse): number[] {
  return [...response.calls, ...(response.trailing ? [response.trailing] : [])].flatMap(
    (holder) => holder.reasoningTokens ?? [],
  );
}

it.skipIf(recordings.length === 0)(`the recorded responses are in ${FOLDER}`, () => {
  expect(recordings.length).toBeGreaterThan(0);
});

describe.each(recordings)('$provider/$id ($api)', (recording) => {
  const turns = recording.turns.map((turn, index) => ({ ...turn, index, expected: recording.expected.turns[index]! }));

  it.each(turns)(
    'turn $index: calls, arguments, thoughts, preambles, references, what trails',
    ({ response, expected }) => {
      const plan = recording.api === 'cohere.chat' ? planOf(response) : '';
      expect(actual(attributed(read(response)), recording.tags)).toEqual(
        expectedOutput(expected, recording.tags, plan),
      );
    },
  );

  it.each(turns)('turn $index: tokens, and how it ended', ({ response, expected }) => {
    const model = read(response);
    const { input, output, reasoning } = model.usage ?? {};
    const expectedFigures = expectedUsage(expected, recording.api, model);
    expect(model.usage && { input, output, ...(reasoning !== undefined && { reasoning }) }).toEqual(expectedFigures);
    expect(model.finishReason ?? null).toBe(expected.finish_reason || null);
    expect(model.incomplete).toBe(expected.finish_reason === 'length' || cutByError(recording, expected));
    const refusal = attributed(model).calls.find((call) => call.refusal);
    // Gemini holds an answer back without a word.
    const content = expected.refusal ?? (expected.finish_reason === 'SAFETY' ? '' : undefined);
    expect(refusal?.arguments).toEqual(content === undefined ? undefined : { content });
  });

  it.each(turns)('turn $index: tokens of the calls add up to those reported', ({ response }) => {
    const model = read(response);
    const { usage } = model;
    const tokens = paid(attributed(model));
    if (usage?.reasoning === undefined || tokens.length === 0) return;
    expect(tokens.reduce((left, right) => left + right, 0)).toBe(usage.reasoning);
    const split = splitReasoningByReadability(attributed(model), usage.reasoning);
    expect(split.readable + split.summary + split.noText).toBe(usage.reasoning);
  });

  it.each(turns)('turn $index: the same in chunks, wherever they are cut', ({ response }) => {
    const bytes = bytesOf(response);
    const whole = actual(attributed(read(response)), recording.tags);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 20 }), (borders) => {
        const cuts = [0, ...borders.sort((left, right) => left - right), bytes.length];
        const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
        expect(actual(attributed(read(response, chunks)), recording.tags)).toEqual(whole);
      }),
      { numRuns: 5 },
    );
  });

  it.each(turns)('turn $index: cut anywhere, it gives the start of the same thoughts and calls', ({ response }) => {
    const bytes = bytesOf(response);
    const thinking = (model: ModelResponse | null) =>
      (model?.choices[0]?.parts ?? []).map((part) => (part.kind === 'reasoning' ? part.text : '')).join('');
    const names = (model: ModelResponse | null) =>
      (model?.choices[0]?.parts ?? []).flatMap((part) => (part.kind === 'tool_call' ? [part.name] : []));
    const whole = read(response);
    fc.assert(
      fc.property(fc.nat({ max: bytes.length }), (end) => {
        const body = bytes.subarray(0, end);
        const cut = readResponse({ contentType: response.content_type, body, incomplete: true });
        if (!cut) return;
        expect(cut.incomplete).toBe(true);
        // A closer without an opener turns what came before it into thinking, and a name may be cut in the middle.
        if (!recording.tags.includes('think_tags')) expect(thinking(whole).startsWith(thinking(cut))).toBe(true);
        const [arrived, all] = [names(cut).slice(0, -1), names(whole)];
        expect(all.slice(0, arrived.length)).toEqual(arrived);
      }),
      { numRuns: 8 },
    );
  });

  it.each(turns.filter((turn) => turn.request))(
    'turn $index: the request is known by its shape and its path',
    ({ request }) => {
      const body = typeof request?.body === 'string' ? (JSON.parse(request.body) as unknown) : request?.body;
      const path = URL.parse(request?.url ?? '', 'http://localhost')?.pathname;
      const read = readRequest(body, path);
      expect(read?.model ?? '').not.toBe('');
      expect(APIS_OF_REQUEST[recording.api] ?? [recording.api]).toContain(read?.api);
    },
  );
});

function cutByError(recording: Recording, turn: ExpectedTurn): boolean {
  return recording.tags.includes('stream_error') && (turn.finish_reason === null || turn.finish_reason === 'error');
}
