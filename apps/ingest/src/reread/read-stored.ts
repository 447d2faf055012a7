/** A payload through today's readers: what the rows of its span would be if it came now. */
import type { PriceRecord, ReadBody, StorableSpan } from '@subtext/db';
import { prepareLog } from '../read-logs.ts';
import { prepareSpan } from '../read-traces.ts';
import type { Home } from '../rows/index.ts';
import { isLogPayload, logOfPayload, spanOfPayload } from '../rows/read-payload.ts';
import { TEXT_CHARACTERS } from '../rows/text.ts';

/**
 * The reader of a project. Its rules are not applied: they were, before anything was stored. Of what they held back the payload has less than the rows
 * were made of, as of texts that were too long to be kept whole: such spans are not read again.
 */
export function readerOf(home: Omit<Home, 'words'>): ReadBody {
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
  home: Home & { price: PriceRecord | null },
): StorableSpan | { reason: string } {
  const outcome = isLog ? prepareLog(home, logOfPayload(body)) : prepareSpan(home, spanOfPayload(body));
  if (outcome === undefined) return { reason: 'it belongs to no trace' };
  return 'reason' in outcome ? { reason: outcome.reason } : outcome;
}

/** As policy/ and rows/payload.ts mark it. Inside a text of JSON the quotation marks would be escaped. */
function lackOf(body: string): string | undefined {
  if (body.includes('"masking.capture":[')) return 'the rules of the project kept only part of what was sent';
  if (body.includes('"masking.cut":[')) return 'what was sent is cut to the limits of the project';
  const isCut = body.length > TEXT_CHARACTERS && body.includes(' characters kept]');
  return isCut ? 'a text of what was sent was too long to be kept whole' : undefined;
}
