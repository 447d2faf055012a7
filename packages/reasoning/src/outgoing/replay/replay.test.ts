import { describe, expect, it } from 'vitest';
import { conversation } from '../conversation.ts';
import { readRequest, readResponse, type Part } from '../../index.ts';
import { replay } from './index.ts';
import { CALLS, RESULTS, PREAMBLE, THOUGHT, TURNS, type RecordedTurn } from './testing/turns.ts';
import type { TracedGeneration } from './history.ts';

function partsOf({ body }: RecordedTurn): Part[] {
  const response = readResponse({ body: new TextEncoder().encode(JSON.stringify(body)) });
  if (!response) throw new Error('No reader knows this body.');
  return response.choices[0]?.parts ?? [];
}

/** Every ordered pair of providers, the same one with itself included. */
const PAIRS = TURNS.flatMap((from) => TURNS.map((to) => ({ from, to, title: `${from.name} → ${to.name}` })));
const SWITCHES = PAIRS.filter(({ from, to }) => from !== to);

/**
 * Where thinking of others stands in a request, per target; absent: this target takes none. `placeholder`: what a turn
 * with calls carries when there is no thinking to send.
 */
const FOREIGN: Record<string, { field?: string; tags?: true; chunk?: true; placeholder?: unknown }> = {
  deepseek: { field: 'reasoning_content', placeholder: '' },
  kimi: { field: 'reasoning_content', placeholder: ' ' },
  glm: { field: 'reasoning_content' },
  minimax: { tags: true },
  openrouter: { field: 'reasoning' },
  groq: { field: 'reasoning' },
  litellm: { field: 'reasoning_content' },
  mistral: { chunk: true },
  ollama: { field: 'thinking' },
  cohere: { chunk: true },
};

function generationOf(turn: RecordedTurn): TracedGeneration {
  const output = partsOf(turn);
  const calls = output.filter((part) => part.kind === 'tool_call');
  return {
    origin: turn.origin,
    system: ['Be brief.', 'Use tools.'],
    messages: [{ role: 'user', parts: [{ kind: 'text', key: '0', text: 'How warm is it?' }] }],
    output,
    toolResults: calls.map((call, index) => ({ callId: call.id, result: RESULTS[index], isError: false })),
    toolDefinitions: [
      {
        type: 'function',
        function: {
          name: 'weather',
          description: 'Weather of a city',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
    ],
  };
}

function times(needle: string, value: unknown): number {
  return JSON.stringify(value).split(JSON.stringify(needle).slice(1, -1)).length - 1;
}

/** Back to what the tool gave, through the wrapping of every format. */
function plain(result: unknown): unknown {
  if (typeof result === 'string') {
    try {
      return JSON.parse(result) as unknown;
    } catch {
      return result;
    }
  }
  if (Array.isArray(result) && result.length === 1) return plain(result[0]);
  const holder = result as Record<string, unknown>;
  for (const name of ['output', 'json', 'text']) if (name in holder) return plain(holder[name]);
  return result;
}

describe.each(PAIRS)('$title', ({ from, to }) => {
  const request = (includeReasoning: boolean) =>
    conversation([generationOf(from)], { target: to.origin, includeReasoning });
  const read = (includeReasoning: boolean) => {
    const known = readRequest(JSON.parse(JSON.stringify(request(includeReasoning).body)), to.path);
    if (!known) throw new Error('The request is not known by its shape.');
    return known;
  };

  it.each([true, false])('its reader finds the same text, calls and results (thinking: %j)', (includeReasoning) => {
    const { api, system, messages } = read(includeReasoning);
    // Only thinking in the history marks a request as Mistral's.
    expect([to.origin.api, ...(to.name === 'mistral' ? ['openai.chat'] : [])]).toContain(api);
    expect(system.join('\n\n')).toBe('Be brief.\n\nUse tools.');
    const parts = messages.flatMap((message) => message.parts);
    const spoken = messages.filter(({ role }) => role === 'assistant').flatMap((message) => message.parts);
    const text = spoken.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    expect(text).toBe(PREAMBLE);
    const calls = parts.filter((part) => part.kind === 'tool_call');
    expect(calls.map((call) => ({ name: call.name, arguments: call.arguments }))).toEqual(CALLS);
    const results = parts.filter((part) => part.kind === 'tool_result');
    expect(results.map((part) => plain(part.result))).toEqual(RESULTS);
    expect(results.map((part) => part.callId)).toEqual(calls.map((call) => call.id));
    expect(new Set(calls.map((call) => call.id)).size).toBe(2);
  });

  it('says everything once: never a second content, thought or call', () => {
    const { body } = request(true);
    expect(times(PREAMBLE, body)).toBe(1);
    expect(times(THOUGHT, body)).toBeLessThanOrEqual(1);
    expect(times('<think>', body)).toBe(times(THOUGHT, body) === 1 && to.name === 'minimax' ? 1 : 0);
  });

  it('declares the tool as the target wants it', () => {
    const { toolDefinitions } = read(false);
    expect(JSON.stringify(toolDefinitions)).toContain('Weather of a city');
    expect(JSON.stringify(toolDefinitions)).toContain('"city"');
  });
});

describe.each(SWITCHES)('$title: thinking of another provider', ({ from, to }) => {
  const turn = { parts: partsOf(from), origin: from.origin };
  const rule = FOREIGN[to.name];
  const readable = turn.parts.some((part) => part.kind === 'reasoning');

  it('gives no seal away, asked or not', () => {
    for (const includeReasoning of [true, false, undefined]) {
      const { messages } = replay(turn, { ...to.origin, ...(includeReasoning !== undefined && { includeReasoning }) });
      for (const seal of from.seals) expect(times(seal, messages)).toBe(0);
    }
  });

  it('goes along only when asked, only as text, only where the target has a place for it', () => {
    const requested = replay(turn, { ...to.origin, includeReasoning: true });
    expect(times(THOUGHT, requested.messages)).toBe(rule && readable ? 1 : 0);
    const [message] = requested.messages;
    if (rule?.field && readable) expect(message).toHaveProperty(rule.field, THOUGHT);
    if (rule?.tags && readable) expect(message?.content).toBe(`<think>\n${THOUGHT}\n</think>\n\n${PREAMBLE}`);
    if (rule?.chunk && readable) expect(JSON.stringify(message?.content)).toContain('"type":"thinking"');
    for (const includeReasoning of [false, undefined]) {
      const target = { ...to.origin, ...(includeReasoning !== undefined && { includeReasoning }) };
      expect(times(THOUGHT, replay(turn, target).messages)).toBe(0);
    }
  });

  it('leaves the placeholder that the target demands, and says so', () => {
    const { messages, notes } = replay(turn, { ...to.origin, includeReasoning: false });
    const rules = notes.map((note) => note.rule);
    const demanded = rule && 'placeholder' in rule;
    expect(rules.includes('thinking.placeholder')).toBe(demanded === true);
    if (demanded && rule.field) expect(messages[0]).toHaveProperty(rule.field, rule.placeholder);
    const isGemini = to.name === 'gemini' || to.name === 'gemini-compat';
    expect(times('skip_thought_signature_validator', messages)).toBe(isGemini ? 1 : 0);
    expect(rules.includes('seal.skip-validator')).toBe(isGemini);
  });

  it('names what stayed behind', () => {
    const { notes } = replay(turn, to.origin);
    const rules = notes.map((note) => note.rule);
    if (readable) expect(rules.filter((name) => name.startsWith('thinking.'))).not.toEqual([]);
    if (from.seals.length > 0)
      expect(rules.some((name) => name.startsWith('seal.') || name.startsWith('thinking.'))).toBe(true);
  });
});

describe.each(TURNS)('$name → itself', (turn) => {
  const source = { parts: partsOf(turn), origin: turn.origin };

  it('gets back what it demands, byte for byte', () => {
    const { messages } = replay(source, turn.origin);
    if (Array.isArray(turn.back)) expect(messages).toEqual(turn.back);
    else {
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatchObject((turn.back ?? {}) as Record<string, unknown>);
    }
  });

  it('gets the same again when the turn was read out of a request', () => {
    const { messages } = replay(source, turn.origin);
    const { body } = conversation([{ origin: turn.origin, messages: [], output: source.parts }], {
      target: turn.origin,
      includeReasoning: true,
    });
    const history = readRequest(JSON.parse(JSON.stringify(body)), turn.path)?.messages ?? [];
    const parts = history.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
    expect(replay({ parts, origin: turn.origin }, turn.origin).messages).toEqual(messages);
  });

  it('gets none of it when the origin is not known', () => {
    const { messages } = replay(source.parts, turn.origin);
    for (const seal of turn.seals) expect(times(seal, messages)).toBe(0);
  });
});
