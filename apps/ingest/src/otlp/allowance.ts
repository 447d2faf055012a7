/**
 * Limits what one body may expand to. Its bytes are limited, but two bytes make an empty span of some hundred: a body
 * of the accepted size could become gigabytes. Decoders run from first to last byte without a pause, so one allowance
 * serves them all.
 */
import { IngestError } from '../errors.ts';

/** The cost of each, in units of some sixty bytes. */
export const COST = { item: 8, event: 5, nested: 3, attribute: 2, value: 1 } as const;

/** Twice what the largest body of real spans needs. */
const MOST = 4_000_000;

let left = MOST;

/** Resets the allowance; every decoder calls it before decoding a body. */
export function begin(): void {
  left = MOST;
}

/** Takes `cost` units (COST) from the allowance. Throws BODY_TOO_LARGE when nothing is left. */
export function spend(cost: number): void {
  left -= cost;
  if (left < 0) throw tooMuch();
}

/** Larger texts are checked before they are parsed, because parsing alone makes objects of three bytes each. */
const LARGE_TEXT = 2 * 1024 ** 2;
/** A million attributes have five million of them. */
const MAX_SIGNS = 8_000_000;

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0));

/**
 * Refuses JSON that would become too many values, before it is parsed: counts commas and opening brackets outside its
 * strings, each of which begins a value. Throws BODY_TOO_LARGE.
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
  if (signs > MAX_SIGNS) throw tooMuch();
}

function tooMuch(): IngestError {
  return new IngestError(
    'BODY_TOO_LARGE',
    'The request holds more spans, attributes and values than are taken at once. Send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE).',
  );
}
