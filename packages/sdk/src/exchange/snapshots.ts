/**
 * Snapshots of streaming answers, so that users can read thoughts as they arrive: a span without an end, sent
 * repeatedly, which the final span replaces. Decides which exchanges are due and which text may be sent; used by
 * recorder.ts and ledger.ts.
 */
import type { ModelResponse, Part } from '@subtext/reasoning';
import { randomHex } from '../platform/random-hex.ts';
import type { Exchange, Snapshots } from './exchange.ts';

/** The interval at which exchanges in progress are checked. */
export const SNAPSHOT_PAUSE_MS = 1_000;
/**
 * The pause grows with the age of the answer (an eighth of it): each snapshot contains everything so far, so the cost
 * stays proportional to the answer's length.
 */
const PAUSES_OF_AGE = 8;
/**
 * After this pause a snapshot is sent even without new bytes: it shows that a model that thinks for long is still
 * running.
 */
const LONGEST_PAUSE_MS = 30_000;
/** Such repeated snapshots end after this time, because some streams are never read to the end. */
const SILENT_FOR_MS = 3_600_000;
/**
 * The pause also grows with the length: copying and reading a mebibyte takes some milliseconds, so it is done every
 * four seconds.
 */
const BYTES_PER_MS = 256;

/**
 * True when new bytes arrived and the last snapshot is old enough, or when it is very old. Never with a mask, which may
 * need the whole text.
 */
export function isSnapshotDue(exchange: Exchange, time: number): boolean {
  const { firstChunkAt, startedAt, keptBytes, outcome, settings } = exchange;
  if (firstChunkAt === undefined || outcome !== undefined || settings.mask) return false;
  const { at, bytes } = exchange.snapshots ?? { at: startedAt, bytes: 0 };
  if (time - at >= LONGEST_PAUSE_MS && time - startedAt < SILENT_FOR_MS) return true;
  const pause = Math.max(SNAPSHOT_PAUSE_MS, (time - startedAt) / PAUSES_OF_AGE, keptBytes / BYTES_PER_MS);
  return keptBytes > bytes && time - at >= pause;
}

/** Counts one more snapshot. All reports of the exchange share the same ids, also from another thread. */
export function takeSnapshot(exchange: Exchange, time: number): void {
  const { traceId, spanId, count } = snapshotsOf(exchange) ?? {
    traceId: randomHex(16),
    spanId: randomHex(8),
    count: 0,
  };
  exchange.snapshots = { traceId, spanId, count: count + 1, at: time, bytes: exchange.keptBytes };
}

/** The snapshots of the call, including those of earlier attempts. */
export function snapshotsOf({ snapshots, earlier }: Exchange): Snapshots | undefined {
  return snapshots ?? earlier.findLast((attempt) => attempt.snapshots)?.snapshots;
}

/** The characters and the maximum length of a credential. */
const OF_WORDS = /[\w.+/=~:%-]/;
const MAX_WORD = 4_096;

/** Removes the unfinished last word: half of a credential is not recognized as one. */
export function withoutUnfinishedWord(response: ModelResponse): ModelResponse {
  const choices = response.choices.map(({ parts, ...choice }) => ({
    ...choice,
    parts: parts.map((part, index) => cutPart(part, index === parts.length - 1)),
  }));
  return { ...response, choices };
}

/** Arguments are text until they are complete JSON; any of several parallel calls may still grow. */
function cutPart(part: Part, isLast: boolean): Part {
  if (part.kind === 'tool_call' && typeof part.arguments === 'string') {
    return { ...part, arguments: withoutLastWord(part.arguments) };
  }
  const isText = part.kind === 'reasoning' || part.kind === 'text';
  return isText && isLast ? { ...part, text: withoutLastWord(part.text) } : part;
}

function withoutLastWord(text: string): string {
  const least = Math.max(0, text.length - MAX_WORD);
  let end = text.length;
  while (end > least && OF_WORDS.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}
