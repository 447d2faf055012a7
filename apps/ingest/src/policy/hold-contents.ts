/**
 * Applies capture levels to what is about to be stored, where the kind of each text is known: a thought, a message, an
 * argument or a result.
 */
import { createHash } from 'node:crypto';
import type { CaptureLevels, Keeper, TextKind } from '@subtext/privacy';
import type { CallRecord, CallTexts, LogRecordCall, LogRecordThinking, SpanRecord, StorableSpan } from '@subtext/trace';
import { bounded, preview } from '../rows/text.ts';
import { isWord } from './known-names.ts';
import type { Capture } from './strip.ts';

interface HeldSource {
  /** The payload to store with the rows, already without contents (strip.ts) or cut to the limits (limit-span.ts). */
  body: string;
  /** The span's original message: its row has only the beginning. */
  statusMessage: string | undefined;
}

/** The rows of a span, with each text reduced by the rules of its kind. */
export function holdContents(
  stored: StorableSpan,
  capture: Capture,
  { body, statusMessage }: HeldSource,
): StorableSpan {
  return {
    ...stored,
    body,
    span: heldSpan(stored.span, capture, statusMessage),
    calls: stored.calls.map((call) => heldCall(call, capture)),
    ...(stored.logRecordThinking && { logRecordThinking: heldThinking(stored.logRecordThinking, capture.levels) }),
    trace: { ...stored.trace, asked: held(stored.trace.asked, 'text', capture.keep) },
  };
}

const held = (text: string | null, kind: TextKind, keep: Keeper): string | null =>
  text === null ? null : (keep.text(text, kind) ?? null);

/** Input and output were reduced before they were shortened (rows/index.ts); if not, the rest is reduced here. */
function heldSpan(span: SpanRecord, { levels, keep }: Capture, message = span.statusMessage ?? ''): SpanRecord {
  return {
    ...span,
    statusMessage: span.statusMessage === null ? null : bounded(keep.quoting(message)),
    inputPreview: held(span.inputPreview, 'text', keep),
    outputPreview: held(span.outputPreview, 'text', keep),
    callId: idOf(span.callId, levels),
    responseId: idOf(span.responseId, levels),
  };
}

/** The length of a thought is kept only where the rules keep lengths: without, all thoughts count alike. */
function heldThinking(thinking: LogRecordThinking, { reasoning }: CaptureLevels): LogRecordThinking {
  if (reasoning !== 'none') return thinking;
  const withoutLength = (block: LogRecordCall['blocks'][number]) => ({ ...block, length: null });
  return { ...thinking, calls: thinking.calls.map((call) => ({ ...call, blocks: call.blocks.map(withoutLength) })) };
}

function heldCall(call: CallRecord, { levels, keep }: Capture): CallRecord {
  const given = call.type === 'answer' || call.type === 'trailing' ? 'text' : 'arguments';
  const texts = call.texts && heldTexts(call.texts, given, keep);
  // For a text that is not kept in full, the preview is its placeholder: with the length of the whole text, not of the
  // old preview.
  const previewOf = (level: CaptureLevels['text'], before: string | null, after: string | null | undefined) =>
    level === 'full' ? before : preview(after);
  return {
    ...call,
    callId: idOf(call.callId, levels),
    parentCallId: idOf(call.parentCallId, levels),
    reasoningRef: idOf(call.reasoningRef, levels),
    thoughtCharacters: levels.reasoning === 'none' ? 0 : call.thoughtCharacters,
    thoughtPreview: previewOf(levels.reasoning, call.thoughtPreview, texts?.thoughts?.join(' ')),
    preamblePreview: previewOf(levels.text, call.preamblePreview, texts?.preamble),
    argumentsPreview: previewOf(levels[given], call.argumentsPreview, texts?.arguments),
    resultPreview: previewOf(levels.results, call.resultPreview, texts?.result),
    texts,
  };
}

function heldTexts(original: CallTexts, given: 'text' | 'arguments', keep: Keeper): CallTexts | null {
  const kept = original.thoughts?.flatMap((thought) => keep.text(thought, 'reasoning') ?? []) ?? [];
  const texts = {
    thoughts: kept.length > 0 ? kept : null,
    preamble: held(original.preamble, 'text', keep),
    arguments: held(original.arguments, given, keep),
    result: held(original.result, 'results', keep),
  };
  return Object.values(texts).every((text) => text === null) ? null : texts;
}

/**
 * Gateways put thought signatures into ids, which then are more than ids. The replacement is the same everywhere, so
 * calls still match.
 */
function idOf(id: string | null, { reasoning }: CaptureLevels): string | null {
  if (id === null || reasoning === 'full' || isWord(id)) return id;
  return `masked_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
