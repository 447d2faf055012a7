/**
 * Decides which thoughts led to which call: `Part[]` in, `AttributedResponse` out (providers.md §15.3). Pure, and the
 * only place with these rules: the SDK runs it on what a reader returned, ingest on what a span carries.
 *
 * Texts: pieces with one text key join with '' (readers assign one key per message or per run of neighboring blocks).
 * Different keys join with a blank line, or with the white space between them. The recordings join everything with '';
 * their content agrees.
 */
import { attributeTokens, type TokenOwner } from './attribute-tokens.ts';
import type {
  AttributedCall,
  AttributedResponse,
  CarriedScope,
  Carry,
  HiddenSign,
  LateResult,
  Thought,
  Trailing,
} from '../parts/call.ts';
import { statusOfResult } from '../parts/call-status.ts';
import type { Continuation } from '../parts/model-response.ts';
import type { Part, ReasoningPart, RedactedPart, TextPart, ToolCallPart, ToolResultPart } from '../parts/part.ts';
import { withoutSeal } from '../parts/seal.ts';
import { REDACTED_THINKING, responseState, stateWithoutThoughts, thoughtsState } from '../thinking/thinking-state.ts';
import type { Usage } from '../usage/usage.ts';

/** Name of the pseudo call that stands for an answer without tools. */
export const TEXT_OUTPUT = 'text_output';

export interface AttributeOptions {
  /** Last call with reasoning in the earlier responses, when the link to them is proven (providers.md §15.5). */
  lastReasoningCallId?: string | null;
  /** Calls of the earlier responses by id, each with the call whose thoughts it uses: for calls with a parent. */
  earlierCalls?: ReadonlyMap<string, string | null>;
  /** Tokens of the response: they distinguish none, withheld and unreported, and are split over the calls. */
  usage?: Usage;
  /** `ModelResponse.continues`: unless the turn ends here, what is pending at the end is returned as `carry`. */
  continues?: Continuation;
  /** `carry` of the previous response, when this one continues its turn. It belongs to the first call here. */
  carried?: Carry;
  /** Counts the tokens of a text, to estimate verbatim thinking that was not reported; else they stay unknown. */
  countTokens?: (text: string) => number;
  /** Makes the id of `text_output`; a random UUID by default. Pass a deterministic one for reproducible ids. */
  generateId?: () => string;
}

/** A text or thought that may still continue. */
interface OpenRun {
  kind: 'reasoning' | 'text';
  /** null: it began in the previous response, so the first part here continues it, with any key. */
  key: string | null;
  text: string;
  /** Characters that came with an earlier response. */
  before: number;
  /** Set for a thought. */
  how?: Pick<ReasoningPart, 'format' | 'field'>;
}

interface PendingThought extends Thought {
  /**
   * Characters that came with this response; null = no text; absent = all of it came with an earlier response, which
   * was charged for it.
   */
  length?: number | null;
}

/** Thoughts and text that wait for the next call of one agent. */
interface Scope {
  thoughts: PendingThought[];
  texts: string[];
  open: OpenRun | null;
  redactedKey: string | null;
  /** A hidden thought since the last call. */
  sign: HiddenSign | null;
  /** The sign came with this response. */
  signIsNew: boolean;
  /** What an earlier response left pending and no call has taken yet. Its tokens go with its thoughts. */
  carried: CarriedScope | null;
  /** The most recent hidden thought of this response, for calls that follow without a thought of their own. */
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
  /** Calls by id; the latest wins when ids repeat. */
  byId: Map<string, AttributedCall>;
  owners: Map<TokenOwner['target'], TokenOwner>;
  lateResults: LateResult[];
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
    lateResults: [],
    lastReasoningCallId: last,
  };
  // Tokens were billed and no part shows any thinking: it took place before everything else.
  const silent = (options.usage?.reasoning ?? 0) > 0 && !parts.some(isSignOfThinking);
  for (const carried of options.carried ?? []) run.scopes.set(carried.agent, openScope(options, carried));
  if (silent && parts[0]) addSign(scopeOf(run, parts[0]), 'withheld');
  for (const part of parts) take(run, scopeOf(run, part), part);
  const goesOn = options.continues === 'turn' || options.continues === 'output';
  const carry = goesOn ? [...run.scopes].flatMap(([agent, scope]) => carryOver(run, scope, agent)) : [];
  const trailing = goesOn ? null : finish(run);
  const owners = [...run.owners.values()];
  attributeTokens(owners, parts, { usage: options.usage, countTokens: options.countTokens });
  const states = owners.map((owner) => owner.target.state);
  const state = responseState(states, silent, options.usage);
  return {
    calls: run.calls,
    trailing,
    state,
    lastReasoningCallId: run.lastReasoningCallId,
    ...(carry.length > 0 && { carry }),
    ...(run.lateResults.length > 0 && { lateResults: run.lateResults }),
  };
}

function scopeOf(run: Run, part: Part): Scope {
  const agent = 'agent' in part ? part.agent : undefined;
  let scope = run.scopes.get(agent);
  if (!scope) run.scopes.set(agent, (scope = openScope(run.options, null)));
  return scope;
}

function openScope(options: AttributeOptions, carried: CarriedScope | null): Scope {
  const open = carried?.open;
  return {
    thoughts: [...(carried?.thoughts ?? [])],
    texts: [...(carried?.texts ?? [])],
    open: open ? { ...open, key: null, before: open.text.length } : null,
    redactedKey: null,
    sign: carried?.sign ?? null,
    signIsNew: false,
    earlierSign: carried?.sign ?? null,
    carried,
    last: options.lastReasoningCallId ?? null,
    refusal: false,
    incomplete: false,
    emitted: false,
  };
}

/** An encrypted thought says more than a bare signature beside it. */
function addSign(scope: Scope, sign: HiddenSign): void {
  scope.sign = scope.sign === 'encrypted' ? scope.sign : sign;
  scope.signIsNew = true;
  scope.earlierSign = scope.sign;
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
      if (part.beside) return;
      close(scope);
      return addSign(scope, part.encrypted ? 'encrypted' : 'withheld');
    case 'tool_call':
      close(scope);
      return takeCall(run, scope, part);
    case 'tool_result':
      for (const pending of run.scopes.values()) close(pending);
      return takeResult(run, part);
    case 'other':
      return;
  }
}

function takeResult(run: Run, part: ToolResultPart): void {
  const call = run.byId.get(part.callId);
  const { kind: _kind, ...result } = part;
  if (!call) {
    run.lateResults.push(result);
    return;
  }
  if ('result' in part) call.result = part.result;
  call.status = statusOfResult(part);
}

function takeText(scope: Scope, part: ReasoningPart | TextPart): void {
  const { kind, key } = part;
  if (scope.open?.kind !== kind || (scope.open.key !== null && scope.open.key !== key)) {
    close(scope);
    const how = kind === 'reasoning' ? { format: part.format, field: part.field } : undefined;
    scope.open = { kind, key, text: '', before: 0, ...(how && { how }) };
  }
  scope.open.key = key;
  scope.open.text += part.text;
  if (kind === 'text' && part.refusal) scope.refusal = true;
  if (kind === 'reasoning' && part.incomplete) scope.incomplete = true;
}

function takeRedacted(scope: Scope, part: RedactedPart): void {
  close(scope);
  if (scope.redactedKey === part.key) return;
  scope.redactedKey = part.key;
  const { format, field } = part;
  scope.thoughts.push({ text: REDACTED_THINKING, redacted: true, format, field, length: null });
}

/**
 * Text is kept verbatim; only the check for emptiness trims. Blank text is dropped by itself but kept next to other
 * text.
 */
function close(scope: Scope): void {
  const open = scope.open;
  scope.open = null;
  if (!open || open.text === '') return;
  if (!open.how) scope.texts.push(open.text);
  else if (isBlank(open.text)) return;
  else if (open.text.length > open.before)
    scope.thoughts.push({ text: open.text, ...open.how, length: open.text.length - open.before });
  else scope.thoughts.push({ text: open.text, ...open.how });
}

function takeCall(run: Run, scope: Scope, part: ToolCallPart): void {
  const { kind: _kind, agent: _agent, ...described } = withoutSeal(part);
  const parent = part.parentId === undefined ? undefined : run.byId.get(part.parentId);
  scope.emitted = true;
  if (parent) {
    // The parent's code issued this call: it neither takes nor resets what is pending.
    const reasoningRef = parent.reasoning.length > 0 ? parent.id : parent.reasoningRef;
    const state = stateWithoutThoughts({ shared: reasoningRef !== null, sign: scope.earlierSign }, run.options.usage);
    add(run, { ...described, reasoning: [], preamble: null, reasoningRef, state });
    return;
  }
  const preamble = joined(scope.texts);
  emit(run, scope, { ...described, preamble: isBlank(preamble) ? null : preamble });
}

type Described = Omit<AttributedCall, 'reasoning' | 'reasoningRef' | 'state'>;

/** Assigns the pending thoughts to this call and resets the scope. */
function emit(run: Run, scope: Scope, described: Described): void {
  const last = lastBefore(run, scope, described.parentId);
  const call: AttributedCall = { ...described, ...pendingThoughts(run, scope, last), reasoningRef: null };
  if (call.reasoning.length === 0) call.reasoningRef = last;
  else run.lastReasoningCallId = scope.last = call.id;
  add(run, call);
  own(run, scope, call);
  reset(scope);
}

/**
 * A call that names its parent call shares the parent's thoughts, despite calls in between; null when the parent
 * is unknown.
 */
function lastBefore({ options }: Run, scope: Scope, parentId: string | undefined): string | null {
  return parentId === undefined ? scope.last : (options.earlierCalls?.get(parentId) ?? null);
}

function pendingThoughts(
  run: Run,
  scope: Scope,
  last = scope.last,
): Pick<AttributedCall, 'reasoning' | 'state' | 'reasoningFormat' | 'reasoningField'> {
  const first = scope.thoughts.find((thought) => !thought.redacted) ?? scope.thoughts[0];
  const shared = { shared: last !== null && !scope.sign, sign: scope.sign ?? scope.earlierSign };
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

/**
 * Only targets with a thought of their own, readable or not, are assigned tokens: those of this response and those of
 * carried thoughts.
 */
function own(run: Run, scope: Scope, target: TokenOwner['target']): void {
  const lengths = scope.thoughts.flatMap(({ length }) => (length === undefined ? [] : [length]));
  if (scope.thoughts.length === 0 && scope.signIsNew) lengths.push(null);
  const { carried } = scope;
  const hasCarriedThoughts = carried && (carried.thoughts.length > 0 || carried.sign || carried.open?.how);
  if (lengths.length > 0) {
    const knownLengths = run.owners.get(target)?.lengths ?? [];
    run.owners.set(target, { target, lengths: [...knownLengths, ...lengths], ...(hasCarriedThoughts && { carried }) });
  } else if (hasCarriedThoughts && carried.reasoningTokens !== undefined) {
    target.reasoningTokens = carried.reasoningTokens;
    if (carried.reasoningTokensSource) target.reasoningTokensSource = carried.reasoningTokensSource;
  }
}

function reset(scope: Scope): void {
  scope.thoughts = [];
  scope.texts = [];
  scope.sign = null;
  scope.signIsNew = false;
  scope.carried = null;
}

/**
 * Pending thoughts and text of an agent at the end of a response whose turn continues. In the middle of a block, the
 * block stays open.
 */
function carryOver(run: Run, scope: Scope, agent: string | undefined): CarriedScope[] {
  const open = run.options.continues === 'output' ? scope.open : null;
  if (!open) close(scope);
  const thoughts = scope.thoughts.map(({ length: _length, ...thought }) => thought);
  const texts = [...scope.texts];
  close(scope);
  if (thoughts.length === 0 && texts.every(isBlank) && !open && !scope.sign) return [];
  const { state } = pendingThoughts(run, scope);
  const carriedScope: CarriedScope = {
    ...(agent !== undefined && { agent }),
    thoughts,
    texts,
    ...(open && { open: { kind: open.kind, text: open.text, ...(open.how && { how: open.how }) } }),
    sign: scope.sign,
    state,
  };
  own(run, scope, carriedScope);
  return [carriedScope];
}

/** The end of the response: the answer as a pseudo call, or what came after the last call. */
function finish(run: Run): Trailing | null {
  let trailing: Trailing | null = null;
  for (const scope of run.scopes.values()) {
    close(scope);
    const content = joined(scope.texts);
    const hasOutput = scope.thoughts.length > 0 || !isBlank(content);
    if (!scope.emitted && (hasOutput || scope.refusal)) emitTextOutput(run, scope, content);
    else if (hasOutput || scope.sign) trailing = withTrailing(run, scope, trailing);
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

/**
 * Several agents of one response may each leave something; it is returned in their order. A lone hidden thought is kept
 * for its tokens.
 */
function withTrailing(run: Run, scope: Scope, earlier: Trailing | null): Trailing {
  const { reasoning, state } = pendingThoughts(run, scope);
  const trailingText = joined([...(earlier?.text ? [earlier.text] : []), ...scope.texts]);
  const trailing: Trailing = earlier ?? { reasoning: [], text: null, state };
  trailing.reasoning.push(...reasoning);
  trailing.text = isBlank(trailingText) ? null : trailingText;
  own(run, scope, trailing);
  return trailing;
}

/** Joins texts verbatim; a blank line separates two texts when neither is blank at the border. */
function joined(texts: readonly string[]): string {
  return texts.reduce((all, text, index) => {
    const before = texts[index - 1] ?? '';
    return isBlank(before) || isBlank(text) ? all + text : `${all}\n\n${text}`;
  }, '');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
