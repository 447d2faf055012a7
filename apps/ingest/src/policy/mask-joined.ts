/**
 * Masks merged texts once more: a stream recorded piece by piece splits its secrets into pieces, none of which matches
 * by itself. Only texts of calls are checked, which are stored whole, because nothing else is merged.
 */
import type { CallRecord, CallTexts } from '@subtext/trace';
import { preview } from '../rows/text.ts';
import { maskElsewhere } from './mask-elsewhere.ts';
import type { SpanMasker } from './mask-span.ts';
import { paced, type Steps } from './pace.ts';

/**
 * Returns the same list when there was nothing to mask. Never rejects: nothing is kept of texts that cannot be masked.
 */
export async function maskJoined(masker: SpanMasker, rules: unknown, calls: CallRecord[]): Promise<CallRecord[]> {
  try {
    return await paced(maskedCalls(masker, calls), (text) => maskElsewhere(rules, text));
  } catch {
    return calls.map((call) => withTexts(call, null));
  }
}

function* maskedCalls(masker: SpanMasker, calls: CallRecord[]): Steps<CallRecord[]> {
  const masked: CallRecord[] = [];
  let isSame = true;
  for (const call of calls) {
    const texts = call.texts && (yield* maskedTexts(masker, call.texts));
    masked.push(texts === call.texts ? call : withTexts(call, texts));
    isSame &&= texts === call.texts;
  }
  return isSame ? calls : masked;
}

function* maskedTexts(masker: SpanMasker, texts: CallTexts): Steps<CallTexts> {
  const { thoughts, preamble, arguments: given, result } = texts;
  const all = [...(thoughts ?? []), preamble ?? '', given ?? '', result ?? ''];
  const masked = yield* masker.texts(all);
  if (masked.every((text, index) => text === all[index])) return texts;
  const [newPreamble = '', newGiven = '', newResult = ''] = masked.slice(-3);
  return {
    thoughts: thoughts && masked.slice(0, thoughts.length),
    preamble: preamble === null ? null : newPreamble,
    arguments: given === null ? null : newGiven,
    result: result === null ? null : newResult,
  };
}

function withTexts(call: CallRecord, texts: CallTexts | null): CallRecord {
  return {
    ...call,
    thoughtPreview: preview(texts?.thoughts?.join('\n\n')),
    preamblePreview: preview(texts?.preamble),
    argumentsPreview: preview(texts?.arguments),
    resultPreview: preview(texts?.result),
    texts,
  };
}
