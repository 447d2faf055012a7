/** Every recorded response of a real provider, read and attributed, against its expectation. Skipped where the recordings are not there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attribute,
  readResponse,
  TEXT_OUTPUT,
  type AttributedResponse,
  type ModelResponse,
  type Usage,
} from './index.ts';

const FOLDER = process.env.SUBTEXT_RECORDINGS ?? join(import.meta.dirname, '../../../../shared/recordings');
const APIS = new Set(['openai.responses', 'openai.chat', 'anthropic.messages', 'bedrock.invoke-anthropic']);

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
    output_tokens?: number;
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
  turns: { response: RecordedBody }[];
  expected: { turns: ExpectedTurn[] };
}

const recordings = load();

function load(): Recording[] {
  if (!existsSync(FOLDER)) return [];
  const providers = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = providers.flatMap(({ name }) =>
    readdirSync(join(FOLDER, name)).map((file) => join(FOLDER, name, file)),
  );
  const read = files
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Recording);
  return read.filter((recording) => APIS.has(recording.api));
}

function bytesOf(response: RecordedBody): Uint8Array {
  if (response.encoding === 'aws-eventstream-base64') return Buffer.from(String(response.body), 'base64');
  return Buffer.from(typeof response.body === 'string' ? response.body : JSON.stringify(response.body));
}

function read(response: RecordedBody): ModelResponse {
  const model = readResponse({ contentType: response.content_type, body: bytesOf(response) });
  if (!model) throw new Error('No reader knows the shape of this body.');
  return model;
}

/** The recording's own words for what we made of the response. */
function told(attributed: AttributedResponse, tags: readonly string[]) {
  return {
    tool_calls: attributed.calls.map((call) => ({
      tool_name: call.name,
      tool_call_id: call.idGenerated ? null : call.id,
      // Tag `refusal`: the recordings keep the refusal apart from the content; providers.md §15.3 makes it the content.
      arguments: call.refusal ? { content: '' } : trimmed(call.arguments, tags),
      reasoning: tags.includes('think_tags') ? joinedTrimmed(call.reasoning) : call.reasoning,
      preamble: call.preamble,
      reasoning_ref_index: indexOf(attributed, call.reasoningRef),
      item_type: call.type === 'answer' ? null : call.itemType,
    })),
    trailing_reasoning: attributed.trailing?.reasoning ?? [],
    trailing_text: attributed.trailing?.text ?? '',
  };
}

function indexOf(attributed: AttributedResponse, id: string | null): number | null {
  return id === null ? null : attributed.calls.findIndex((call) => call.id === id);
}

/** README rule 10: where tags are taken out of the text, compare after trimming; they are one block there, one per pair of tags here. */
function joinedTrimmed(reasoning: readonly string[]): string[] {
  return reasoning.length === 0 ? [] : [reasoning.join('').trim()];
}

function trimmed(value: unknown, tags: readonly string[]): unknown {
  const content = (value as { content?: unknown } | null)?.content;
  return tags.includes('think_tags') && typeof content === 'string' ? { content: content.trim() } : value;
}

function wanted(turn: ExpectedTurn, tags: readonly string[]) {
  return {
    tool_calls: turn.tool_calls.map((call) => ({
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

describe.each(recordings)('$provider/$id ($api)', (recording) => {
  it.each(recording.turns.map((_, turn) => turn))('turn %i gives the expected calls', (turn) => {
    const { response } = recording.turns[turn]!;
    const model = read(response);
    const attributed = attribute(model.choices[0]?.parts ?? [], model.usage ? { usage: model.usage } : {});
    expect(told(attributed, recording.tags)).toEqual(wanted(recording.expected.turns[turn]!, recording.tags));
  });
});

void TEXT_OUTPUT;
export type { Usage };
