/**
 * Limits the rows of one request. Its bytes are limited, but some expand: a resource is repeated with each of its
 * spans, and thirty bytes of JSON make a call, which is a row of a kilobyte.
 */
import type { QuarantinedSpan } from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import { IngestError } from '../errors.ts';

const MAX_CALLS = 100_000;
/** Twice the largest body. */
const MAX_CHARACTERS = 128 * 1024 ** 2;

/**
 * Call it with everything that a request becomes, as it is made. Throws BODY_TOO_LARGE when that is too much to hold.
 */
export function scales(): (made: StorableSpan | QuarantinedSpan) => void {
  let calls = 0;
  let characters = 0;
  return (made) => {
    if ('calls' in made) calls += made.calls.length;
    characters += made.body.length;
    if (calls > MAX_CALLS) throw tooMuch(`more than ${MAX_CALLS} tool calls`);
    if (characters > MAX_CHARACTERS) throw tooMuch('spans and resources that together are too large');
  };
}

function tooMuch(what: string): IngestError {
  return new IngestError(
    'BODY_TOO_LARGE',
    `The request holds ${what}. Send smaller batches (OTEL_BSP_MAX_EXPORT_BATCH_SIZE).`,
  );
}
