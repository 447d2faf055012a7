/** Capture levels on what is about to be stored: here it is known which text is a thought, a word, an argument or a result. */
import { createHash } from 'node:crypto';
import type {
  CallRecord,
  CallTexts,
  CaptureLevels,
  LentCall,
  LentThinking,
  SpanRecord,
  StorableSpan,
} from '@subtext/db';
import { preview } from '../rows/text.ts';
import { isWord } from './known-names.ts';
import { shortened, strictest } from './strip.ts';

/** The rows of a span with each text cut to the level of its kind. `body`: the payload to store with them, already without contents (strip.ts). */
export function holdContents(stored: StorableSpan, levels: CaptureLevels, body: string): StorableSpan {
  return {
    ...stored,
    body,
    span: heldSpan(stored.span, levels),
    calls: stored.calls.map((call) => heldCall(call, levels)),
    ...(stored.lends && { lends: heldLends(stored.lends, levels) }),
    trace: { ...stored.trace, asked: held(stored.trace.asked, levels.text) },
  };
}

const held = (text: string | null, level: CaptureLevels['text']): string | null =>
  text === null ? null : (shortened(text, level) ?? null);

function heldSpan(span: SpanRecord, levels: CaptureLevels): SpanRecord {
  return {
    ...span,
    statusMessage: held(span.statusMessage, strictest(levels)),
    inputPreview: held(span.inputPreview, levels.text),
    outputPreview: held(span.outputPreview, levels.text),
    callId: idOf(span.callId, levels),
    responseId: idOf(span.responseId, levels),
  };
}

/** How long a thought was is told only where its length is kept: without, one counts like the other. */
function heldLends(lends: LentThinking, { reasoning }: CaptureLevels): LentThinking {
  if (reasoning !== 'none') return lends;
  const withoutLength = (block: LentCall['blocks'][number]) => ({ ...block, length: null });
  return { ...lends, calls: lends.calls.map((call) => ({ ...call, blocks: call.blocks.map(withoutLength) })) };
}

function heldCall(call: CallRecord, levels: CaptureLevels): CallRecord {
  const isWords = call.type === 'answer' || call.type === 'trailing';
  const own = { ...levels, arguments: isWords ? levels.text : levels.arguments };
  const texts = call.texts && heldTexts(call.texts, own);
  // Of a text that is not kept in full, what was kept of it is the preview: the length of the whole, not of the old preview.
  const previewOf = (level: CaptureLevels['text'], before: string | null, after: string | null | undefined) =>
    level === 'full' ? before : preview(after);
  return {
    ...call,
    callId: idOf(call.callId, levels),
    parentCallId: idOf(call.parentCallId, levels),
    reasoningRef: idOf(call.reasoningRef, levels),
    thoughtCharacters: levels.reasoning === 'none' ? 0 : call.thoughtCharacters,
    thoughtPreview: previewOf(own.reasoning, call.thoughtPreview, texts?.thoughts?.join(' ')),
    preamblePreview: previewOf(own.text, call.preamblePreview, texts?.preamble),
    argumentsPreview: previewOf(own.arguments, call.argumentsPreview, texts?.arguments),
    resultPreview: previewOf(own.results, call.resultPreview, texts?.result),
    texts,
  };
}

function heldTexts(
  { thoughts, preamble, arguments: given, result }: CallTexts,
  levels: CaptureLevels,
): CallTexts | null {
  const kept = thoughts?.flatMap((thought) => shortened(thought, levels.reasoning) ?? []) ?? [];
  const texts = {
    thoughts: kept.length > 0 ? kept : null,
    preamble: held(preamble, levels.text),
    arguments: held(given, levels.arguments),
    result: held(result, levels.results),
  };
  return Object.values(texts).every((text) => text === null) ? null : texts;
}

/** Gateways hide signatures of thoughts in ids, which then are no ids only. The same one everywhere, so that calls still meet. */
function idOf(id: string | null, { reasoning }: CaptureLevels): string | null {
  if (id === null || reasoning === 'full' || isWord(id)) return id;
  return `masked_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
