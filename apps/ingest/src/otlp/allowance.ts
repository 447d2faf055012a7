/**
 * What one body may become. It is bounded by its bytes, but two bytes make an empty span of some hundred: a body of the size that is taken in
 * would be gigabytes. Decoders run from their first byte to their last without a pause, so one allowance serves them all.
 */
import { IngestError } from '../errors.ts';

/** What each costs, in units of some sixty bytes. */
export const COST = { item: 8, event: 5, nested: 3, attribute: 2, value: 1 } as const;

/** Twice what the largest body holds of real spans. */
const MOST = 4_000_000;

let left = MOST;

/** Renews the allowance; every decoder calls it before a body is decoded. */
export function begin(): void {
  left = MOST;
}

/** Takes `cost` units (COST) from what the body may still become. Throws BODY_TOO_LARGE when nothing is left. */
export function spend(cost: number): void {
  left -= cost;
  if (left < 0) throw tooMuch();
}

/** Larger texts are looked at before they are parsed, since parsing alone makes objects of three bytes each. */
const LARGE_TEXT = 2 * 1024 ** 2;
/** A million attributes have five million of them. */
const MOST_SIGNS = 8_000_000;

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0));

/**
 * Refuses JSON that would become too many values, before it is parsed: counts commas and opening brackets outside its strings, each of which begins
 * a value. Throws BODY_TOO_LARGE.
 */
export function checkText(body: Uint8Array): void {
  if (body.length < LARGE_TEXT) return;
  let signs = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at];
    if (isText && sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) isText = !isText;
    else if (!isText && (sign === COMMA || sign === LIST || sign === OBJECT)) signs += 1;
  }
  if (signs > MOST_SIGNS) throw tooMuch();
}

function tooMuch(): IngestError {
  return new IngestError(
    'BODY_TOO_LARGE',
    'The request holds more spans, attributes and values than are taken at once. Send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE).',
  );
}
