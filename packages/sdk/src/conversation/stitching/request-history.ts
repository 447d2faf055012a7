/**
 * The last marks (hashes) of a conversation: requested calls, their results, and the texts of users. A request that
 * continues a conversation repeats them even when it drops the beginning, so two histories distinguish conversations
 * that share call ids. The model's texts have no marks, because clients rewrite them and drop thoughts.
 */
import type { Message, ModelRequest, Part } from '@subtext/reasoning';
import { toJson } from '../../platform/json.ts';

/** The marks of one conversation, oldest first. */
export type Marks = readonly number[];

const MAX_MARKS = 32;

export interface RequestHistory {
  marks: Marks;
  /** The index of each call in `marks`; calls further back are missing. */
  positions: ReadonlyMap<Part, number>;
  /** The marks of the first messages of the user, oldest first. */
  users: Marks;
  /** The mark of the instructions. */
  system: number;
}

const histories = new WeakMap<ModelRequest, RequestHistory>();

export function requestHistory(request: ModelRequest): RequestHistory {
  const history = histories.get(request) ?? readHistory(request);
  histories.set(request, history);
  return history;
}

function readHistory(request: ModelRequest): RequestHistory {
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
    positions: new Map(kept.map(({ part }, index) => [part, index])),
    users: userMarks(request),
    system: hash(request.system[0] ?? ''),
  };
}

function userMarks({ messages }: ModelRequest): Marks {
  const texts = messages.filter((message) => message.role === 'user').flatMap(({ parts }) => parts);
  return texts.flatMap((part) => (part.kind === 'text' ? [hash(part.text)] : [])).slice(0, MAX_MARKS);
}

/** The mark of a call's name and arguments: the same in the response and in every history that repeats it. */
export function callMark(call: { name: string; arguments: unknown }): number {
  return hash(`call ${call.name} ${digest(call.arguments)}`);
}

export function isAssistants({ role }: Message): boolean {
  return role === 'assistant' || role === 'model';
}

/** The mark of everything that the model wrote and thought in one message. */
export function spokenMark(message: { parts: readonly Part[] } | undefined): number {
  const texts = (message?.parts ?? []).map((part) => ('text' in part ? part.text : part.kind));
  return hash(texts.join('\n'));
}

/** The mark of a tool's result; programs send it to the model as JSON text. */
export function answerMark(result: unknown): number {
  return hash(typeof result === 'string' ? result : (toJson(result) ?? ''));
}

function markOf(part: Part, message: Message): number | undefined {
  if (part.kind === 'tool_call') return part.type === 'function' ? callMark(part) : undefined;
  if (isAssistants(message)) return undefined;
  if (part.kind === 'text') return hash(part.text);
  return part.kind === 'tool_result' ? digest(part.result) : undefined;
}

/** The number of nodes of a value that are hashed at most. */
const MAX_NODES = 100;

/** Equal for equal JSON values, in any order of keys, because clients may reorder them. */
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
