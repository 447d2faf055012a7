/**
 * Decides which parts of a turn may go to a target, and with which seals. All parts pass here before the writers, so a
 * writer cannot leak what it never sees (providers.md §15.2).
 */
import type { Part, ToolCallPart } from '../../parts/part.ts';
import { withoutSeal } from '../../parts/seal.ts';
import { isThinking, type ThinkingPart } from './common/thoughts.ts';
import { boundElsewhere, sealsFor } from './common/provider.ts';
import type { Need, Note, Origin, ReplayTarget, TargetFormat, ThinkingPolicy } from './common/types.ts';

/** The options of one turn besides its parts. */
export interface Admission {
  origin: Origin | undefined;
  target: ReplayTarget;
  format: TargetFormat;
  /** No user has spoken since: the turn belongs to the tool loop in progress. */
  inLoop: boolean;
  /** The caller's choice for the thought at this index of `parts`, overriding the target's default. */
  choice?: (index: number) => 'pin' | 'skip' | undefined;
  note: Note;
}

export interface Admitted {
  parts: Part[];
  own: boolean;
}

export function admit(parts: readonly Part[], admission: Admission): Admitted {
  const { origin, target, note } = admission;
  const own = sealsFor(origin, target);
  const fit = fitting(parts, own, admission);
  const gate = thinkingGate(parts, own, admission);
  let bare = false;
  const admitted = parts.flatMap((part, index): Part[] => {
    if (!fit.has(part)) return [];
    if (isThinking(part)) {
      const admittedThought = gate(part, index);
      if (admittedThought) bare = false;
      else bare ||= target.api === 'openai.responses';
      return admittedThought ? [admittedThought] : [];
    }
    if (own && !bare) return [part];
    if (own && part.kind === 'tool_call' && part.type !== 'function') {
      // The provider identifies it by its id alone, and refuses the id without the reasoning.
      note('seal.item-ids', '§2.4', `${part.name} stays out with the reasoning that led to it`);
      return [];
    }
    return [unsealed(part, own, note)];
  });
  return { parts: admitted, own };
}

/** The parts that the target's history can hold at all. */
function fitting(parts: readonly Part[], own: boolean, { format, note }: Admission): Set<Part> {
  const runHere = own && format.serverCalls;
  const calls = new Map<string, boolean>();
  const fit = new Set<Part>();
  for (const part of parts) {
    if (part.kind === 'other') {
      note('part.left-out', '§15.1', `a block of type ${part.providerType} is not text`);
    } else if (part.kind === 'tool_call') {
      const admittedCall = fitsCall(part, runHere, note);
      calls.set(part.id, admittedCall && part.type !== 'function');
      if (admittedCall) fit.add(part);
    } else if (part.kind !== 'tool_result' || calls.get(part.callId)) {
      // Results inside the turn belong to tools that the provider executed.
      fit.add(part);
    }
  }
  return fit;
}

function fitsCall(call: ToolCallPart, runHere: boolean, note: Note): boolean {
  if (call.incomplete) note('call.incomplete', '§15.4', `the call of ${call.name} was cut off`);
  else if (call.type !== 'function' && !runHere)
    note('call.server', '§2.3', `${call.name} ran at the provider; call and result stay out`);
  else return true;
  return false;
}

/**
 * Only wire formats with items have ids to lose; elsewhere a seal without its thought stays, as Gemini's on a call
 * must.
 */
function unsealed(part: Part, own: boolean, note: Note): Part {
  if (part.kind === 'other' || (part.kind === 'tool_result' && own)) return part;
  if (part.kind === 'tool_result') return withoutSeal(part) as Part;
  const sealed = part.signature !== undefined || part.data !== undefined || part.itemId !== undefined;
  if (own) {
    if (part.itemId === undefined) return part;
    note('seal.item-ids', '§2.4', 'the id of an item goes without, since the reasoning before it does not go back');
    const { itemId: _itemId, ...rest } = part;
    return rest;
  }
  if (sealed) note('seal.own-only', '§15.2', `the seal of a ${part.kind} stays with its provider`);
  return withoutSeal(part) as Part;
}

type Gate = (part: ThinkingPart, index: number) => ThinkingPart | undefined;

function thinkingGate(parts: readonly Part[], own: boolean, admission: Admission): Gate {
  const { target, format, inLoop, note } = admission;
  const policy = format.thinking(target);
  const hasCalls = parts.some((part) => part.kind === 'tool_call' && !part.incomplete);
  const required = own && isRequired(policy.own, hasCalls, inLoop);
  const where = policy.section;
  return (part, index) => {
    if (isEmpty(part)) return undefined;
    const choice = admission.choice?.(index);
    const isRequested = choice === 'pin' || target.includeReasoning === true;
    if (choice === 'skip') {
      note('thinking.skipped', where, `skipped on request${required ? `, although ${policy.ruleText}` : ''}`);
      return undefined;
    }
    const refusal = own ? refusedOwn(part, policy, admission) : refusedForeign(part, policy);
    if (refusal) {
      note(refusal[0], where, refusal[1]);
      return undefined;
    }
    if (!required && !isRequested && (!own || target.includeReasoning === false)) {
      note('thinking.not-asked', where, 'left out: not requested, and the target does not require it');
      return undefined;
    }
    if (!own) note('thinking.carried', where, 'goes along as readable text, without its seal');
    else note(required ? 'thinking.required' : 'thinking.returned', where, policy.ruleText);
    return own ? part : readable(part);
  };
}

/** White space between tags belongs to the tags. */
function readable(part: ThinkingPart): ThinkingPart {
  const bare = withoutSeal(part) as ThinkingPart;
  return bare.kind === 'reasoning' && bare.format === 'think_tags' ? { ...bare, text: bare.text.trim() } : bare;
}

function isRequired(need: Need, hasCalls: boolean, inLoop: boolean): boolean {
  return need === 'always' || (hasCalls && (need === 'with_calls' || (need === 'in_loop' && inLoop)));
}

type Refusal = ['thinking.not-accepted' | 'thinking.unsigned' | 'seal.other-model' | 'seal.own-only', string];

function refusedOwn(part: ThinkingPart, policy: ThinkingPolicy, admission: Admission): Refusal | undefined {
  const { origin, target } = admission;
  if (policy.own === 'never') return ['thinking.not-accepted', policy.ruleText];
  const sealed = part.signature !== undefined || part.data !== undefined;
  if (sealed && boundElsewhere(origin, target))
    return ['seal.other-model', `${origin?.model} signed it, ${target.model} would refuse it`];
  if (policy.sealedOnly && !sealed) return ['thinking.unsigned', 'it came without a signature'];
  return undefined;
}

/** A sign that there was thinking, without anything to send. */
function isEmpty(part: ThinkingPart): boolean {
  const { signature, data, itemId, extra } = part;
  return part.kind !== 'reasoning' && [signature, data, itemId, extra].every((field) => field === undefined);
}

function refusedForeign(part: ThinkingPart, policy: ThinkingPolicy): Refusal | undefined {
  if (part.kind !== 'reasoning') return ['seal.own-only', 'without its seal there is nothing of it to send'];
  if (policy.foreign === 'never')
    return ['thinking.not-accepted', `${policy.ruleText}; thinking of others is not taken`];
  return undefined;
}
