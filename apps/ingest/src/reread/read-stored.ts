/** Reads a payload with today's readers: the rows that its span would have if it arrived now. */
import type { ReadBody } from '@subtext/db';
import type { PriceRecord, StorableSpan } from '@subtext/trace';
import { prepareLog } from '../read/read-logs.ts';
import { prepareSpan } from '../read/read-traces.ts';
import type { ProjectContext } from '../rows/index.ts';
import { isLogPayload, logOfPayload, spanOfPayload } from '../rows/read-payload.ts';
import { TEXT_CHARACTERS } from '../rows/text.ts';

/**
 * The reader of a project. Its rules are not applied again: they were applied before storage. Where they removed
 * something, as with texts too long to be kept whole, the payload has less than the rows were made from: such spans are
 * not reprocessed.
 */
export function readerOf(home: Omit<ProjectContext, 'listedText'>): ReadBody {
  return (body, price) => {
    const reason = lackOf(body);
    if (reason !== undefined) return { reason };
    try {
      return outcomeOf(isLogPayload(body), body, { ...home, price });
    } catch (error) {
      return { reason: `what was sent cannot be read (${(error as Error).name})` };
    }
  };
}

function outcomeOf(
  isLog: boolean,
  body: string,
  home: ProjectContext & { price: PriceRecord | null },
): StorableSpan | { reason: string } {
  const outcome = isLog ? prepareLog(home, logOfPayload(body)) : prepareSpan(home, spanOfPayload(body));
  if (outcome === undefined) return { reason: 'it belongs to no trace' };
  return 'reason' in outcome ? { reason: outcome.reason } : outcome;
}

/** The marks that policy/ and rows/payload.ts write. Inside a JSON text the quotation marks would be escaped. */
function lackOf(body: string): string | undefined {
  if (body.includes('"masking.capture":[')) return 'the rules of the project kept only part of what was sent';
  if (body.includes('"masking.cut":[')) return 'what was sent is cut to the limits of the project';
  const isCut = body.length > TEXT_CHARACTERS && body.includes(' characters kept]');
  return isCut ? 'a text of what was sent was too long to be kept whole' : undefined;
}
