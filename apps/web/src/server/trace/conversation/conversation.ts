/**
 * The conversation as of a step, ready for any provider, from what is stored: `conversation()` of packages/reasoning
 * does the work; this module finds its generations and assigns its notes to steps.
 */
import { traceResults, type Sql, type TraceKey } from '@subtext/db';
import type { Lack } from '@subtext/conventions';
import { generationsUpTo, type Recorded } from '@subtext/generations';
import {
  conversation,
  type ConversationRequest,
  type Origin,
  type Part,
  REPLAY_RULES,
  type ReplayNote,
  type ReplayRule,
  type RequestAddress,
  type ThoughtFate,
  type ThoughtReference,
} from '@subtext/reasoning';
import { bodyAsJson } from './body-as-json.ts';
import { addresseeOf, targetFor, type ConversationChoices } from './conversation-input.ts';
import { SNIPPETS, type SnippetName } from './snippets.ts';

export interface ToldThought {
  /** The reference for pinning and skipping it; null if it is known only from a later request. */
  reference: string | null;
  /** The generation of the thought. */
  spanId: string | null;
  callId: string | null;
  kind: 'text' | 'summary' | 'redacted' | 'sealed';
  preview: string;
  characters: number;
  rule: ReplayRule;
  section: string;
  what: string;
}

export interface BuiltConversation {
  origin: Origin;
  /** The target of the request. */
  addressee: RequestAddress;
  model: string;
  request: ConversationRequest;
  notes: (ReplayNote & { says: string })[];
  thoughts: ToldThought[];
  lacks: Lack[];
  /**
   * Earlier generations that were not read, because together they are too large: their turns are as the request
   * repeated them.
   */
  unread: number;
}

/**
 * The conversation as of one generation, written for the requested provider; undefined when the span is not a
 * generation of this trace.
 */
export async function buildConversation(
  sql: Sql,
  key: TraceKey,
  asked: ConversationChoices,
): Promise<BuiltConversation | undefined> {
  const recorded = await generationsUpTo(sql, key, asked.spanId);
  const last = recorded?.generations.at(-1);
  if (!recorded || !last) return undefined;
  const { origin } = last.read.generation;
  const results = asked.answer ? await resultsOf(sql, key, last) : [];
  const traced = recorded.generations.map(({ read }) => read.generation);
  const generations = [...traced.slice(0, -1), { ...last.read.generation, toolResults: results }];
  const target = targetFor(asked, origin);
  const addressee = addresseeOf(asked, origin);
  const request = conversation(generations, {
    target,
    includeReasoning: asked.thinking,
    withAnswer: asked.answer,
    pin: asked.pin.flatMap((reference) => thoughtAt(recorded.generations, reference)),
    skip: asked.skip.flatMap((reference) => thoughtAt(recorded.generations, reference)),
  });
  return {
    origin,
    addressee,
    model: target.model ?? '',
    request: { ...request, body: { ...request.body, ...addressee.needs } },
    notes: request.notes.map((note) => ({ ...note, says: REPLAY_RULES[note.rule] })),
    thoughts: request.thoughts.map((fate) => told(fate, recorded.generations)),
    lacks: lacksOf(recorded.generations),
    unread: recorded.unread,
  };
}

const MAX_THOUGHTS = 500;
const MAX_NOTES = 200;
const PREVIEW_CHARACTERS = 64_000;

/** The part of a conversation that a screen shows: the beginning of the request; the file has all of it. */
export interface ConversationPreview extends Omit<BuiltConversation, 'request'> {
  /** The number of all thoughts; `thoughts` has the last ones. */
  thoughtCount: number;
  /** The number of messages of the request. */
  messages: number;
  characters: number;
  preview: string;
}

export interface PreviewChoices extends ConversationChoices {
  /** Where `preview` begins, in characters; the beginning when left out. */
  offset?: number | undefined;
}

export async function previewConversation(
  sql: Sql,
  key: TraceKey,
  { offset = 0, ...choices }: PreviewChoices,
): Promise<ConversationPreview | undefined> {
  const built = await buildConversation(sql, key, choices);
  if (!built) return undefined;
  const { request, notes, thoughts, ...rest } = built;
  let characters = 0;
  let preview = '';
  for (const piece of bodyAsJson(request.body)) {
    const from = Math.max(0, offset - characters);
    if (preview.length < PREVIEW_CHARACTERS) preview += piece.slice(from, from + PREVIEW_CHARACTERS - preview.length);
    characters += piece.length;
  }
  return {
    ...rest,
    notes: notes.slice(0, MAX_NOTES),
    thoughts: thoughts.slice(-MAX_THOUGHTS),
    thoughtCount: thoughts.length,
    messages: request.messages.length,
    characters,
    preview: preview.toWellFormed(),
  };
}

/**
 * The request body, or a program that sends it, a piece at a time.
 * @throws Error when the span is no generation of this trace.
 */
export async function writeConversation(
  sql: Sql,
  key: TraceKey,
  { choices, as }: { choices: ConversationChoices; as: 'json' | SnippetName },
): Promise<Iterable<string>> {
  const built = await buildConversation(sql, key, choices);
  if (!built) throw new Error(`Span ${choices.spanId} is no model call of trace ${key.traceId}.`);
  const { addressee: target, model, request } = built;
  return as === 'json' ? bodyAsJson(request.body) : SNIPPETS[as]({ target, model, body: request.body });
}

async function resultsOf(sql: Sql, key: TraceKey, { row, read }: Recorded) {
  const callIds = read.generation.output.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : []));
  const found = await traceResults(sql, key, { callIds, spanId: row.spanId });
  return found.map(({ callId, result, failed }) => ({ callId, result, isError: failed }));
}

function thoughtAt(generations: readonly Recorded[], reference: string): ThoughtReference[] {
  const [spanId, index] = reference.split('.');
  const at = generations.findIndex(({ row }) => row.spanId === spanId);
  const part = generations[at]?.read.generation.output[Number(index)];
  return part && 'key' in part ? [{ step: at + 1, key: part.key }] : [];
}

const PREVIEW = 160;

function told({ part, step, callId, rule, section, what }: ThoughtFate, generations: readonly Recorded[]): ToldThought {
  const from = step === undefined ? undefined : generations[step - 1];
  const index = from?.read.generation.output.indexOf(part) ?? -1;
  const text = part.kind === 'reasoning' ? part.text : '';
  return {
    reference: from && index >= 0 ? `${from.row.spanId}.${index}` : null,
    spanId: from?.row.spanId ?? null,
    callId: callId ?? null,
    kind: kindOf(part),
    preview: text
      .slice(0, PREVIEW * 2)
      .replaceAll(/\s+/g, ' ')
      .slice(0, PREVIEW)
      .toWellFormed(),
    characters: text.length,
    rule,
    section,
    what,
  };
}

function kindOf(part: Part): ToldThought['kind'] {
  if (part.kind === 'redacted') return 'redacted';
  if (part.kind !== 'reasoning') return 'sealed';
  return part.format === 'summary' ? 'summary' : 'text';
}

const MAX_LACKS = 50;

/** Everything that is missing from the step, and only the missing turns of earlier steps. */
function lacksOf(generations: readonly Recorded[]): Lack[] {
  const last = generations.length - 1;
  const lacks = generations.flatMap(({ read }, index) =>
    read.lacks.filter(({ what, attribute }) => index === last || (what !== 'input' && attribute !== REQUEST)),
  );
  return lacks.slice(-MAX_LACKS);
}

const REQUEST = 'gen_ai.input.messages';
