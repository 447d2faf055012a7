/**
 * What real clients sent back of what real providers had answered: turn N of a recorded conversation, replayed, beside
 * the request of turn N+1. Skipped where the recordings are not there.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conversation, readRequest, readResponse, type ModelResponse, type Part } from '../../index.ts';
import { replay } from './index.ts';
import { sealsFor } from './common/provider.ts';
import { TURNS } from './testing/turns.ts';

const FOLDER = process.env.SUBTEXT_RECORDINGS ?? join(import.meta.dirname, '../../../../../../shared/recordings');

type Json = Record<string, unknown>;

interface Recording {
  id: string;
  provider: string;
  model: string;
  tags: string[];
  turns: {
    request: { body: unknown } | null;
    response: { content_type: string | null; encoding: string; body: unknown };
  }[];
}

/** Fields that these clients changed on the way, or chose otherwise; all others are compared. */
const CHANGED_BY_THE_CLIENT: Record<string, { fields: string[]; reason: string }> = {
  'bedrock-converse-deepseek-text-first': { fields: ['text'], reason: 'sent the thought as a text between tags' },
  'bedrock-mantle-stream-encrypted-tools': { fields: ['call_id'], reason: 'made the ids of calls unique' },
  'cohere-parallel-tool-plan': { fields: ['content'], reason: 'sent a blank text instead of the plan' },
  'google-openai-compat-no-call-id': { fields: ['tool_calls'], reason: 'made up an id' },
  'groq-gpt-oss-retry': { fields: ['content'], reason: 'sent the thought between tags' },
  'groq-stream-error-retry': {
    fields: ['content', 'tool_calls'],
    reason: 'sent the thought between tags, and a call of its own',
  },
  'groq-r1-think-tags': { fields: ['content'], reason: 'left the thought out' },
  'huggingface-r1-think-tags': { fields: ['content'], reason: 'put another line break behind the tag' },
  'deepseek-chat-preamble-three-turns': { fields: ['tool_calls'], reason: 'added a call of its own' },
  'ollama-cloud-chat-stream-multi-turn': { fields: ['reasoning_content'], reason: 'sent the thought in two fields' },
  'openai-resp-stream-tool-search': { fields: ['arguments'], reason: 'sent other arguments' },
  'openrouter-grok-encrypted-parallel': { fields: ['reasoning_details'], reason: 'lost the thought' },
  'openrouter-stream-glm-parallel': { fields: ['reasoning_details'], reason: 'lost the first word of the thought' },
  'openrouter-stream-qwen-agent-loop': { fields: ['reasoning'], reason: 'sent the thought in two fields' },
  'vercel-gateway-gpt5-tool': { fields: ['reasoning_details'], reason: 'lost the id of the summary' },
  'vercel-gateway-stream-claude-tool': { fields: ['reasoning'], reason: 'sent the thought in two fields' },
  'xai-chat-parallel': { fields: ['reasoning_content'], reason: 'sent thinking that xAI does not take as state' },
  'xai-chat-stream-tool': { fields: ['reasoning_content'], reason: 'sent thinking that xAI does not take as state' },
};

function load(): Recording[] {
  if (!existsSync(FOLDER)) return [];
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) => readdirSync(join(FOLDER, name)).map((file) => join(FOLDER, name, file)));
  const recorded = files.filter((file) => file.endsWith('.json'));
  return recorded.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Recording);
}

function bytesOf({ encoding, body }: Recording['turns'][number]['response']): Uint8Array {
  if (encoding === 'aws-eventstream-base64') return Buffer.from(String(body), 'base64');
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What the assistant said in a request, item by item and block by block. */
function assistantMessages(request: unknown): Json[] {
  const body = (typeof request === 'string' ? JSON.parse(request) : request) as Json;
  const history = [body.input, body.messages, body.contents].find(Array.isArray) ?? [];
  const turns = (history as Json[]).filter(
    (message) =>
      message.role === 'assistant' || message.role === 'model' || /reasoning$|_call$/.test(String(message.type)),
  );
  return pieces(turns);
}

function pieces(messages: readonly Json[]): Json[] {
  return messages
    .flatMap((message) => {
      const blocks = message.parts ?? (message.type === undefined ? message.content : undefined);
      return Array.isArray(blocks) && message.tool_calls === undefined ? (blocks as Json[]) : [message];
    })
    .map((piece) => comparable(piece) as Json);
}

const CHOSEN = new Set(['cache_control', 'status', 'prefix']);

/**
 * Without what the client may choose: ids it made up, breakpoints of a cache, fields it left blank, spelling, white
 * space in JSON.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  // One recorder wrote typographic characters as plain ones.
  if (typeof value === 'string') return value.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, '-');
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    if (field === null || field === '' || field === false || CHOSEN.has(name)) return [];
    if (name === 'function_call' || name === 'functionCall') {
      const { id: _id, ...call } = field as Json;
      return [['functionCall', call]];
    }
    const isJson = name === 'arguments' && typeof field === 'string';
    return [[name, isJson ? JSON.parse(field) : comparable(field)]];
  });
  return Object.fromEntries(entries);
}

const recordings = load();

it.skipIf(recordings.length > 0)('the recordings are not here: nothing was compared', () => {
  expect(existsSync(FOLDER)).toBe(false);
});

const steps = recordings
  .filter(({ tags }) => tags.includes('multi_turn'))
  .flatMap((recording) =>
    recording.turns.flatMap((turn, index) => {
      const next = recording.turns[index + 1];
      if (!turn.request?.body || !next?.request?.body) return [];
      const before = assistantMessages(turn.request.body).length;
      const sent = assistantMessages(next.request.body).slice(before);
      return sent.length === 0 ? [] : [{ title: `${recording.id} turn ${index}`, recording, turn, sent }];
    }),
  );

// The changes that the clients of other recordings made are not examined.
describe.skipIf(process.env.SUBTEXT_RECORDINGS !== undefined).each(steps)('$title', ({ recording, turn, sent }) => {
  it('holds everything that the client sent back', () => {
    const response = readResponse({ contentType: turn.response.content_type, body: bytesOf(turn.response) });
    const { provider, model } = recording;
    const api = response?.api ?? 'openai.chat';
    const { messages } = replay(
      { parts: response?.choices[0]?.parts ?? [], origin: { api, provider, model } },
      { api, provider, model },
    );
    const ours = pieces(messages);
    const changed = CHANGED_BY_THE_CLIENT[recording.id]?.fields ?? [];
    for (const piece of sent) {
      const kept = Object.entries(piece).filter(([name]) => !changed.includes(name));
      expect(ours).toContainEqual(expect.objectContaining(Object.fromEntries(kept)));
    }
  });
});

function read(turn: Recording['turns'][number]): ModelResponse | null {
  return readResponse({ contentType: turn.response.content_type, body: bytesOf(turn.response) });
}

/** Everything opaque on the parts. Ollama echoes the thought itself as its encrypted form. */
function sealsOf(parts: readonly Part[]): string[] {
  const texts = new Set(parts.flatMap((part) => (part.kind === 'reasoning' ? [part.text] : [])));
  const seals = parts.flatMap((part) => {
    if (part.kind === 'other') return [];
    return part.kind === 'tool_result' ? [part.signature] : [part.signature, part.data, part.itemId];
  });
  return seals.flatMap((seal) => (seal === undefined || texts.has(seal) ? [] : [seal]));
}

/** What a client could have run, and what was said: all that any provider must find again. */
function visibleContent(parts: readonly Part[]) {
  return {
    text: parts
      .map((part) => (part.kind === 'text' ? part.text : ''))
      .join('')
      .replace(/\s+/g, ''),
    calls: parts.flatMap((part) =>
      part.kind === 'tool_call' && part.type === 'function' && !part.incomplete
        ? [[part.name, wrapped(part.arguments)]]
        : [],
    ),
  };
}

/** Free text and other values become an object on their way to formats that take nothing else. */
function wrapped(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { input: value };
}

// Tags that Nova leaves in its text are text on Bedrock and thinking to readers of chat completions.
const tagless = recordings.filter(({ tags }) => !tags.includes('think_tag_left_in_text'));

describe.each(tagless)('$id, sent to every other provider', (recording) => {
  const turns = recording.turns.flatMap((turn) => read(turn) ?? []);

  it.each(TURNS)('keeps text and calls, gives no seal away: $name', (target) => {
    for (const { api, choices } of turns) {
      const output = choices[0]?.parts ?? [];
      const origin = { api, provider: recording.provider, model: recording.model };
      const { body, notes } = conversation([{ origin, messages: [], output }], {
        target: target.origin,
        includeReasoning: true,
      });
      const sent = JSON.stringify(body);
      if (!sealsFor(origin, target.origin)) for (const seal of sealsOf(output)) expect(sent).not.toContain(seal);
      const parts = readRequest(JSON.parse(sent), target.path)?.messages.flatMap((message) => message.parts) ?? [];
      expect(visibleContent(parts)).toEqual(visibleContent(output));
      expect(notes.every((note) => note.what !== '')).toBe(true);
    }
  });
});
