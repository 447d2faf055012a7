/**
 * Digests of a request by which a fork recognizes it again, and finds the first place where another one differs. Left
 * out is what clients may change without changing what was asked: thoughts, seals and ids of calls.
 */
import { toJson } from '../../json/attributes.ts';
import { isRecord } from '../../json/json.ts';
import type { Message } from '../../parts/message.ts';
import type { Part } from '../../parts/part.ts';

/** The parts of a request that count. A `ModelRequest` has them, and so has a `TracedGeneration`. */
export interface MarkedRequest {
  model?: string;
  system?: readonly string[];
  messages: readonly Message[];
  toolDefinitions?: readonly unknown[];
}

export interface RequestMarks {
  model: string | null;
  system: string;
  /** By definition. */
  tools: string[];
  /** By message. */
  messages: string[];
}

export interface RequestDifference {
  /** `conversation`: the model is asked something else. `settings`: the same is asked in another way. */
  kind: 'conversation' | 'settings';
  /** `model`, `system`, `tools[2]`, `messages[4]`. */
  path: string;
}

export function requestMarks({ model, system = [], messages, toolDefinitions = [] }: MarkedRequest): RequestMarks {
  return {
    model: model ?? null,
    system: digest(system.map((text) => text.trim()).join('\n')),
    tools: toolDefinitions.map((definition) => digest(sorted(definition))),
    messages: turnsOf(messages).map(digest),
  };
}

/** null: nothing differs. A different conversation is the first thing to report, whatever else differs. */
export function requestDifference(recorded: RequestMarks, live: RequestMarks): RequestDifference | null {
  const message = firstDifferent(recorded.messages, live.messages);
  if (message >= 0) return { kind: 'conversation', path: `messages[${message}]` };
  if (recorded.system !== live.system) return { kind: 'settings', path: 'system' };
  const tool = firstDifferent(recorded.tools, live.tools);
  if (tool >= 0) return { kind: 'settings', path: `tools[${tool}]` };
  return recorded.model === live.model ? null : { kind: 'settings', path: 'model' };
}

function firstDifferent(one: readonly string[], other: readonly string[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) if (one[index] !== other[index]) return index;
  return -1;
}

/** Neighbors of one side are one turn: formats differ in how many messages they make of it. */
function turnsOf(messages: readonly Message[]): string[] {
  const turns: { side: string; said: string[] }[] = [];
  for (const { role, parts } of messages) {
    const side = role === 'assistant' || role === 'model' ? 'assistant' : 'user';
    const said = parts.flatMap(partText);
    const last = turns.at(-1);
    if (last?.side === side) last.said.push(...said);
    else turns.push({ side, said });
  }
  return turns.map(({ side, said }) => `${side} ${said.join(' ')}`);
}

function partText(part: Part): string[] {
  switch (part.kind) {
    case 'text':
      return part.text.trim() === '' ? [] : [part.text.trim()];
    case 'tool_call':
      return [`call ${part.name} ${sorted(part.arguments)}`];
    case 'tool_result':
      return [`result ${sorted(part.result)}`];
    case 'other':
      return [`block ${part.providerType}`];
    default:
      return [];
  }
}

/** JSON text with the fields of objects in one order. */
function sorted(value: unknown): string {
  return toJson(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** 53 bits of a text (cyrb53): enough to tell requests of one run apart. Nothing depends on its secrecy. */
function digest(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
