/**
 * Which thoughts led to which call: `Part[]` in, `AttributedResponse` out (providers.md §15.3). Pure; the only place with these rules,
 * used by the SDK on what a reader made and by ingest on what a span carried.
 *
 * Texts: pieces of one text key join with '' (readers give one key per message or per run of neighbouring blocks), different keys join
 * with a blank line. The recordings, which join everything with '', agree: none has two keys before one call.
 */
import { attributeTokens, type TokenOwner } from './attribute-tokens.ts';
import type { AttributedCall, AttributedResponse, Trailing } from './call.ts';
import type { Part, ReasoningPart, RedactedPart, TextPart, ToolCallPart } from './part.ts';
import { withoutSeal } from './seal.ts';
import {
  REDACTED_THINKING,
  responseState,
  stateWithoutThoughts,
  thoughtsState,
  type HiddenSign,
  type Thought,
} from './thinking-state.ts';
import type { Usage } from './usage.ts';

/** Name of the pseudo call that stands for an answer without tools. */
export const TEXT_OUTPUT = 'text_output';

export interface AttributeOptions {
  /** Last call with reasoning of the responses before, when the link to them is proven (providers.md §15.5). */
  lastReasoningCallId?: string | null;
  /** Tokens of the response: they decide between none, withheld and unreported, and are split over the calls. */
  usage?: Usage;
  /** Makes the id of `text_output`; a random UUID by default. Give one that is derived where the same input must give the same ids. */
  generateId?: () => string;
}

interface OpenRun {
  part: ReasoningPart | TextPart;
  text: string;
}

/** What is pending for the next call of one agent. */
interface Scope {
  thoughts: Thought[];
  texts: string[];
  open: OpenRun | null;
  redactedKey: string | null;
  /** A hidden thought since the last call. */
  sign: HiddenSign | null;
  /** The most recent hidden thought of this response, for calls that follow without any thought of their own. */
  earlierSign: HiddenSign | null;
  last: string | null;
  refusal: boolean;
  incomplete: boolean;
  emitted: boolean;
}

interface Run {
  options: AttributeOptions;
  scopes: Map<string | undefined, Scope>;
  calls: AttributedCall[];
  /** By id, the latest of equal ones. */
  byId: Map<string, AttributedCall>;
  owners: Map<TokenOwner['target'], TokenOwner>;
  lastReasoningCallId: string | null;
}

export function attribute(parts: readonly Part[], options: AttributeOptions = {}): AttributedResponse {
  const last = options.lastReasoningCallId ?? null;
  const run: Run = {
    options,
    scopes: new Map(),
    calls: [],
    byId: new Map(),
    owners: new Map(),
    lastReasoningCallId: last,
  };
  const silent = (options.usage?.reasoning ?? 0) > 0 && !parts.some(isSignOfThinking);
  for (const part of parts) {
    const agent = 'agent' in part ? part.agent : undefined;
    let scope = run.scopes.get(agent);
    if (!scope) run.scopes.set(agent, (scope = openScope(last, silent && run.scopes.size === 0)));
    take(run, scope, part);
  }
  const trailing = finish(run);
  const owners = [...run.owners.values()];
  attributeTokens(owners, parts, options.usage);
  const states = owners.map((owner) => owner.target.state);
  const state = responseState(states, silent, options.usage);
  return { calls: run.calls, trailing, state, lastReasoningCallId: run.lastReasoningCallId };
}

/** Tokens were billed and nothing else tells of the thinking: it took place before all the rest. */
function openScope(last: string | null, silent: boolean): Scope {
  return {
    thoughts: [],
    texts: [],
    open: null,
    redactedKey: null,
    sign: silent ? 'withheld' : null,
    earlierSign: silent ? 'withheld' : null,
    last,
    refusal: false,
    incomplete: false,
    emitted: false,
  };
}

function isSignOfThinking(part: Part): boolean {
  return part.kind === 'redacted' || part.kind === 'hidden' || (part.kind === 'reasoning' && part.text.trim() !== '');
}

function take(run: Run, scope: Scope, part: Part): void {
  if (part.kind !== 'redacted') scope.redactedKey = null;
  switch (part.kind) {
    case 'reasoning':
    case 'text':
      return takeText(scope, part);
    case 'redacted':
      return takeRedacted(scope, part);
    case 'hidden':
      close(scope);
      // An encrypted thought says more than a bare signature beside it.
      scope.sign = part.encrypted || scope.sign === 'encrypted' ? 'encrypted' : 'withheld';
      scope.earlierSign = scope.sign;
      return;
    case 'tool_call':
      close(scope);
      return takeCall(run, scope, part);
    case 'tool_result': {
      for (const pending of run.scopes.values()) close(pending);
      const call = run.byId.get(part.callId);
      if (call && 'result' in part) call.result = part.result;
      if (call && part.isError !== undefined) call.isError = part.isError;
      return;
    }
    case 'other':
      return;
  }
}

function takeText(scope: Scope, part: ReasoningPart | TextPart): void {
  if (scope.open?.part.kind !== part.kind || scope.open.part.key !== part.key) {
    close(scope);
    scope.open = { part, text: '' };
  }
  const open = scope.open;
  if (open) open.text += part.text;
  if (part.kind === 'text' && part.refusal) scope.refusal = true;
  if (part.kind === 'reasoning' && part.incomplete) scope.incomplete = true;
}

function takeRedacted(scope: Scope, part: RedactedPart): void {
  close(scope);
  if (scope.redactedKey === part.key) return;
  scope.redactedKey = part.key;
  scope.thoughts.push({ text: REDACTED_THINKING, redacted: true, format: part.format, field: part.field });
}

/** Text is kept verbatim; only the test for emptiness trims. */
function close(scope: Scope): void {
  const open = scope.open;
  scope.open = null;
  if (!open || open.text.trim() === '') return;
  if (open.part.kind === 'text') scope.texts.push(open.text);
  else scope.thoughts.push({ text: open.text, format: open.part.format, field: open.part.field });
}

function takeCall(run: Run, scope: Scope, part: ToolCallPart): void {
  const { kind: _kind, agent: _agent, ...described } = withoutSeal(part);
  const parent = part.parentId === undefined ? undefined : run.byId.get(part.parentId);
  scope.emitted = true;
  if (parent) {
    // Issued by the parent's code: it neither takes nor resets what is pending.
    const reasoningRef = parent.reasoning.length > 0 ? parent.id : parent.reasoningRef;
    const state = stateWithoutThoughts({ shared: reasoningRef !== null, sign: scope.earlierSign }, run.options.usage);
    add(run, { ...described, reasoning: [], preamble: null, reasoningRef, state });
    return;
  }
  const preamble = scope.texts.length > 0 ? scope.texts.join('\n\n') : null;
  emit(run, scope, { ...described, preamble });
}

type Described = Omit<AttributedCall, 'reasoning' | 'reasoningRef' | 'state'>;

/** Gives the pending thoughts to this call and starts anew. */
function emit(run: Run, scope: Scope, described: Described): void {
  const call: AttributedCall = { ...described, ...pendingThoughts(run, scope), reasoningRef: null };
  if (call.reasoning.length === 0) call.reasoningRef = scope.last;
  else run.lastReasoningCallId = scope.last = call.id;
  add(run, call);
  own(run, scope, call);
  reset(scope);
}

function pendingThoughts(
  run: Run,
  scope: Scope,
): Pick<AttributedCall, 'reasoning' | 'state' | 'reasoningFormat' | 'reasoningField'> {
  const first = scope.thoughts.find((thought) => !thought.redacted) ?? scope.thoughts[0];
  const shared = { shared: scope.last !== null && !scope.sign, sign: scope.sign ?? scope.earlierSign };
  const state = first ? thoughtsState(scope.thoughts) : stateWithoutThoughts(shared, run.options.usage);
  const reasoning = scope.thoughts.map((thought) => thought.text);
  return first
    ? { reasoning, state, reasoningFormat: first.format, reasoningField: first.field }
    : { reasoning, state };
}

function add(run: Run, call: AttributedCall): void {
  run.calls.push(call);
  run.byId.set(call.id, call);
}

/** Only those who hold a thought of their own, readable or not, are paid tokens. */
function own(run: Run, scope: Scope, target: AttributedCall | Trailing): void {
  const lengths = scope.thoughts.map((thought) => (thought.redacted ? null : thought.text.length));
  if (lengths.length === 0 && scope.sign) lengths.push(null);
  if (lengths.length === 0) return;
  const known = run.owners.get(target)?.lengths ?? [];
  run.owners.set(target, { target, lengths: [...known, ...lengths] });
}

function reset(scope: Scope): void {
  scope.thoughts = [];
  scope.texts = [];
  scope.sign = null;
}

/** The end of the response: the answer as a pseudo call, or what came after the last call. */
function finish(run: Run): Trailing | null {
  let trailing: Trailing | null = null;
  for (const scope of run.scopes.values()) {
    close(scope);
    const content = scope.texts.join('\n\n');
    const spoke = scope.thoughts.length > 0 || scope.texts.length > 0;
    if (!scope.emitted && (spoke || scope.refusal)) emitTextOutput(run, scope, content);
    else if (spoke || scope.sign) trailing = withTrailing(run, scope, trailing);
  }
  return trailing;
}

function emitTextOutput(run: Run, scope: Scope, content: string): void {
  const id = run.options.generateId?.() ?? globalThis.crypto.randomUUID();
  const described: Described = {
    id,
    idGenerated: true,
    name: TEXT_OUTPUT,
    arguments: { content },
    itemType: TEXT_OUTPUT,
    type: 'answer',
    preamble: null,
  };
  if (scope.refusal) described.refusal = true;
  if (scope.incomplete) described.incomplete = true;
  emit(run, scope, described);
}

/** Agents of one response may each leave something; it is told in their order. A hidden thought alone is kept for its tokens. */
function withTrailing(run: Run, scope: Scope, earlier: Trailing | null): Trailing {
  const { reasoning, state } = pendingThoughts(run, scope);
  const texts = [...(earlier?.text ? [earlier.text] : []), ...scope.texts];
  const trailing: Trailing = earlier ?? { reasoning: [], text: null, state };
  trailing.reasoning.push(...reasoning);
  trailing.text = texts.length > 0 ? texts.join('\n\n') : null;
  own(run, scope, trailing);
  return trailing;
}
