/**
 * Applies the rules of a project to its spans and log records, between decoding and storing. Everything that is stored,
 * quarantined or kept as raw body passes through here. Without rules it costs one comparison.
 */
import type { StoredRules } from '@subtext/db';
import { compileRules, strictest, type CaptureLevels, type Keeper, type SizeLimits } from '@subtext/privacy';
import type { StorableSpan } from '@subtext/trace';
import { SUBTEXT } from '@subtext/reasoning';
import type { LogRecord, Span } from '../otlp/wire.ts';
import type { RefusedItem } from '../read/reading.ts';
import { payloadOf, payloadOfLog } from '../rows/payload.ts';
import { holdContents } from './hold-contents.ts';
import { limitLog, limitSpan } from './limit-span.ts';
import { maskElsewhere } from './mask-elsewhere.ts';
import { maskJoined } from './mask-joined.ts';
import { SpanMasker, WITHHELD } from './mask-span.ts';
import { paced, type Steps } from './pace.ts';
import { stripLog, stripSpan, stripUnread } from './strip.ts';

export interface Policy {
  levels: CaptureLevels;
  limits: SizeLimits;
  keep: Keeper;
  /** undefined: nothing is masked. */
  masker: SpanMasker | undefined;
  /** The rules as stored. */
  rules: unknown;
  /** The reason why the rules cannot be used; then no text is kept. */
  broken: string | undefined;
}

type Outcome = StorableSpan | RefusedItem;

/**
 * The result of `prepare` with the rules of the project applied: masked before, reduced to the capture levels after.
 * Without rules (`policy` undefined) it returns the outcome itself, not a promise, because awaiting a value that is
 * already there costs an eighth of reading a span.
 */
export function applyPolicyToSpan(
  policy: Policy | undefined,
  span: Span,
  prepare: (span: Span) => Outcome,
): Outcome | Promise<Outcome> {
  return policy === undefined ? prepare(span) : spanMasked(policy, span, prepare);
}

async function spanMasked(policy: Policy, span: Span, prepare: (span: Span) => Outcome): Promise<Outcome> {
  const unmasked = policy.masker && isSnapshot(span) ? stripSpan(span, CLOSED_CAPTURE) : span;
  const masked = await masking(policy, unmasked, (masker) => masker.span(unmasked));
  const { outcome, inPieces } = await joined(policy, prepare(masked));
  const kept = () => (keepsAll(policy) ? limitSpan(masked, policy.limits) : stripSpan(masked, policy));
  const body = () => payloadOf(inPieces ? withoutPieces(stripSpan(masked, CLOSED_CAPTURE)) : kept());
  return held(policy, outcome, { body, inPieces, statusMessage: masked.statusMessage });
}

/**
 * A streaming answer may end in the middle of a word, and a rule does not recognize half a secret, so no text is kept
 * before the answer's end.
 */
const isSnapshot = ({ endTimeUnixNano, attributes }: Span): boolean =>
  endTimeUnixNano === 0n && attributes.has(SUBTEXT.snapshot);

/** `spanUnder` for a log record, for which `prepare` may return undefined. */
export async function applyPolicyToLog<Prepared extends Outcome | undefined>(
  policy: Policy | undefined,
  record: LogRecord,
  prepare: (record: LogRecord) => Prepared,
): Promise<Outcome | Prepared> {
  if (policy === undefined) return prepare(record);
  const masked = await masking(policy, record, (masker) => masker.log(record));
  const prepared = prepare(masked);
  if (prepared === undefined) return prepared;
  const { outcome, inPieces } = await joined(policy, prepared);
  const kept = () => (keepsAll(policy) ? limitLog(masked, policy.limits) : stripLog(masked, policy));
  const body = () => payloadOfLog(inPieces ? withoutPieces(stripLog(masked, CLOSED_CAPTURE)) : kept());
  return held(policy, outcome, { body, inPieces, statusMessage: undefined });
}

/**
 * Masks texts that were sent in pieces. If that finds a match (`inPieces`), the pieces must not be kept as they were
 * sent, because a reader would join them again.
 */
async function joined({ masker, rules }: Policy, outcome: Outcome): Promise<{ outcome: Outcome; inPieces: boolean }> {
  if (!masker || 'reason' in outcome) return { outcome, inPieces: false };
  const calls = await maskJoined(masker, rules, outcome.calls);
  const inPieces = calls !== outcome.calls;
  return { outcome: inPieces ? { ...outcome, calls } : outcome, inPieces };
}

function withoutPieces<Item extends Span | LogRecord>(stripped: Item): Item {
  stripped.attributes.set(WITHHELD, ['because: a masked text spans several pieces']);
  return stripped;
}

async function masking<Item extends Span | LogRecord>(
  policy: Policy,
  unmasked: Item,
  mask: (masker: SpanMasker) => Steps<Item>,
): Promise<Item> {
  if (policy.broken !== undefined) return stripUnread(unmasked, policy.broken);
  if (!policy.masker) return unmasked;
  try {
    return await paced(mask(policy.masker), (text) => maskElsewhere(policy.rules, text));
  } catch {
    return stripUnread(unmasked, 'the masking rules failed');
  }
}

interface MaskedSource {
  body: () => string;
  inPieces: boolean;
  statusMessage: string | undefined;
}

const keepsAll = ({ levels }: Policy): boolean => strictest(levels) === 'full';
const hasLimits = ({ limits }: Policy): boolean => Object.values(limits).some((limit) => limit !== undefined);

function held(policy: Policy, outcome: Outcome, { body, inPieces, statusMessage }: MaskedSource): Outcome {
  if (keepsAll(policy) && !hasLimits(policy) && !inPieces) return outcome;
  if ('reason' in outcome) return { ...outcome, body: Buffer.from(body()) };
  return holdContents(outcome, policy, { body: body(), statusMessage });
}

/**
 * The part of a question or an answer that a list may show. Takes the whole text, before it is shortened to a line.
 * undefined: all of it.
 */
export function listedTextUnder(policy: Policy | undefined): ((text: string) => string | undefined) | undefined {
  if (policy === undefined) return undefined;
  const { masker, levels, keep } = policy;
  if (levels.text !== 'full') return (text) => keep.text(text, 'text');
  return masker && ((text) => masker.beginning(text));
}

/** What a project keeps of a text that may quote any other; undefined: all of it. */
export function keptQuoteUnder(policy: Policy | undefined): ((text: string) => string | undefined) | undefined {
  return policy && ((text) => policy.keep.quoting(text));
}

/** Unusable rules keep nothing. */
const CLOSED = compileRules({
  capture: { reasoning: 'none', text: 'none', arguments: 'none', results: 'none' },
});
const CLOSED_CAPTURE = { levels: CLOSED.capture, keep: CLOSED.keep };
const MAX_CACHED = 1_000;
/** Policies by the object that is cached with a key, for the many requests between two reads of the database … */
const ofStored = new WeakMap<StoredRules, Policy | undefined>();
/** … and by their text, because each read returns a new object. */
const ofText = new Map<string, Policy | undefined>();

/**
 * The compiled rules of a project, cached by their text; undefined when everything is stored as it arrives.
 */
export function policyOf(stored: StoredRules | null): Policy | undefined {
  if (stored === null) return undefined;
  if (ofStored.has(stored)) return ofStored.get(stored);
  const text = JSON.stringify(stored.rules);
  if (!ofText.has(text)) {
    if (ofText.size >= MAX_CACHED) ofText.clear();
    ofText.set(text, compiled(stored.rules));
  }
  const policy = ofText.get(text);
  ofStored.set(stored, policy);
  return policy;
}

function compiled(rules: unknown): Policy | undefined {
  try {
    const { capture: levels, limits, keep, masker } = compileRules(rules);
    const policy = { levels, limits, keep, masker: masker && new SpanMasker(masker), rules, broken: undefined };
    return masker || !keepsAll(policy) || hasLimits(policy) ? policy : undefined;
  } catch {
    const { capture: levels, limits, keep } = CLOSED;
    // Not the error's message: it quotes the rules, which may reveal what they look for.
    const broken = 'the masking rules of the project cannot be used';
    return { levels, limits, keep, masker: undefined, rules, broken };
  }
}
