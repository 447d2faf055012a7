/**
 * What is told of an answer while it still streams, so that people can read thoughts as they come: a span without an end, again and again, that
 * the one with the end replaces. Which exchanges are due, and what of their text may go: beside recorder.ts and ledger.ts.
 */
import type { ModelResponse, Part } from '@subtext/reasoning';
import type { Exchange, Snapshots } from './exchange.ts';

/** How often open exchanges are looked at. */
export const SNAPSHOT_PAUSE_MS = 1_000;
/** The pause grows with the age of the answer: each snapshot holds all that has come, and so its cost stays in proportion to the answer's. */
const PAUSES_OF_AGE = 8;
/** Then it is told again though nothing came: a model that thinks for long without a word is not one whose process is gone. */
const LONGEST_PAUSE_MS = 30_000;
/** For so long: some streams are left half read for ever. */
const SILENT_FOR_MS = 3_600_000;
/** … and with its length: copying and reading a mebibyte takes some milliseconds, for four seconds. */
const BYTES_PER_MS = 256;

/** True when more of its stream is there than was told, and long enough ago; or very long ago. A mask may need the whole of a text, so it sees nothing less. */
export function isSnapshotDue(exchange: Exchange, time: number): boolean {
  const { firstChunkAt, startedAt, keptBytes, outcome, settings } = exchange;
  if (firstChunkAt === undefined || outcome !== undefined || settings.mask) return false;
  const { at, bytes } = exchange.snapshots ?? { at: startedAt, bytes: 0 };
  if (time - at >= LONGEST_PAUSE_MS && time - startedAt < SILENT_FOR_MS) return true;
  const pause = Math.max(SNAPSHOT_PAUSE_MS, (time - startedAt) / PAUSES_OF_AGE, keptBytes / BYTES_PER_MS);
  return keptBytes > bytes && time - at >= pause;
}

/** Counts one more. The ids are those of all that is told of the exchange, also by another thread. */
export function takeSnapshot(exchange: Exchange, time: number): void {
  const { traceId, spanId, count } = snapshotsOf(exchange) ?? {
    traceId: randomHex(16),
    spanId: randomHex(8),
    count: 0,
  };
  exchange.snapshots = { traceId, spanId, count: count + 1, at: time, bytes: exchange.keptBytes };
}

/** Of a call that was sent again, also what was told of the attempts before. */
export function snapshotsOf({ snapshots, earlier }: Exchange): Snapshots | undefined {
  return snapshots ?? earlier.findLast((attempt) => attempt.snapshots)?.snapshots;
}

function randomHex(bytes: number): string {
  const random = globalThis.crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A credential has no other characters, and is no longer. */
const OF_WORDS = /[\w.+/=~:%-]/;
const MAX_WORD = 4_096;

/** Without the word that is being written: half of a credential is not known as one. */
export function withoutUnfinishedWord(response: ModelResponse): ModelResponse {
  const choices = response.choices.map(({ parts, ...choice }) => ({
    ...choice,
    parts: parts.map((part, index) => cutPart(part, index === parts.length - 1)),
  }));
  return { ...response, choices };
}

/** Arguments that are no JSON yet are text; of parallel calls each may go on. */
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
