/**
 * The last marks of a conversation: what was asked of the tools, what they answered, what people said. A request that goes on with a
 * conversation repeats them, whatever it drops of the beginning, so two trails tell conversations apart that share their call ids. What the
 * model said is no mark: clients rewrite it, and leave thoughts out.
 */
import type { Message, ModelRequest, Part } from '@subtext/reasoning';
import { jsonOf } from './json.ts';

/** Of one conversation, the oldest first. */
export type Trail = readonly number[];

const MAX_MARKS = 32;

export interface RequestTrail {
  marks: Trail;
  /** Where each call of the history stands in `marks`; calls further back are not there. */
  at: ReadonlyMap<Part, number>;
  /** Of the instructions. */
  system: number;
}

const trails = new WeakMap<ModelRequest, RequestTrail>();

export function trailOf(request: ModelRequest): RequestTrail {
  const trail = trails.get(request) ?? readTrail(request);
  trails.set(request, trail);
  return trail;
}

function readTrail(request: ModelRequest): RequestTrail {
  const marked: { mark: number; part: Part }[] = [];
  for (const message of request.messages.toReversed()) {
    for (const part of message.parts.toReversed()) {
      const mark = markOf(part, message);
      if (mark !== undefined) marked.push({ mark, part });
    }
    if (marked.length >= MAX_MARKS) break;
  }
  const kept = marked.slice(0, MAX_MARKS).reverse();
  return {
    marks: kept.map(({ mark }) => mark),
    at: new Map(kept.map(({ part }, index) => [part, index])),
    system: hash(request.system[0] ?? ''),
  };
}

/** Of a call, by what was asked: the same in the response and in every history that repeats it. */
export function callMark(call: { name: string; arguments: unknown }): number {
  return hash(`call ${call.name} ${digest(call.arguments)}`);
}

export function isAssistants({ role }: Message): boolean {
  return role === 'assistant' || role === 'model';
}

/** Of all that the model said and thought in one message. */
export function spokenMark(message: { parts: readonly Part[] } | undefined): number {
  const said = (message?.parts ?? []).map((part) => ('text' in part ? part.text : part.kind));
  return hash(said.join('\n'));
}

/** Of what a tool gave; programs write it as JSON text for the model. */
export function answerMark(result: unknown): number {
  return hash(typeof result === 'string' ? result : (jsonOf(result) ?? ''));
}

function markOf(part: Part, message: Message): number | undefined {
  if (part.kind === 'tool_call') return part.type === 'function' ? callMark(part) : undefined;
  if (isAssistants(message)) return undefined;
  if (part.kind === 'text') return hash(part.text);
  return part.kind === 'tool_result' ? digest(part.result) : undefined;
}

/** Looks at so much of a value, and no more, however large it is. */
const MAX_NODES = 100;

/** Equal for equal JSON values; clients may write the keys of an object in another order. */
function digest(value: unknown, budget = { nodes: MAX_NODES }): number {
  budget.nodes -= 1;
  if (typeof value !== 'object' || value === null) return hash(`${typeof value} ${String(value)}`);
  let sum = Array.isArray(value) ? 7 : 11;
  for (const key of Object.keys(value).sort()) {
    if (budget.nodes <= 0) break;
    sum = hash(key, Math.imul(sum, 31) + digest((value as Record<string, unknown>)[key], budget));
  }
  return sum;
}

const LOOKED_AT = 128;

/** FNV-1a over both ends of a text and its length. */
function hash(text: string, seed = 0): number {
  let sum = 0x811c9dc5 ^ seed ^ text.length;
  const from = Math.max(LOOKED_AT, text.length - LOOKED_AT);
  for (let at = 0; at < text.length; at += 1) {
    if (at === LOOKED_AT) at = from;
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return sum >>> 0;
}
