/** Exact sentences about what is missing from a model call. Pure. */
import { exactCount, plural } from '../../../lib/figures/format.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';

export type Lack = RouterOutputs['trace']['conversation']['lacks'][number];

/** `where`: the step of the span, such as "Step 3". */
export function missingWords({ what, attribute = '', kept = 0, of = 0, unit }: Lack, where: string): string {
  switch (what) {
    case 'payload':
      return `${where} was stored without its payload, so nothing of its request and its answer can be sent again.`;
    case 'input':
      return `${where}: the sender recorded no messages of the request (${attribute}). Switch capturing of content on to have them.`;
    case 'output':
      return `${where}: the sender recorded no output messages (${attribute}), so its thoughts and their seals are unknown.`;
    case 'withheld':
      return `${where}: ${attribute} was withheld by the capture policy.`;
    case 'unreported':
      return `${where}: the sender could not see all of ${attribute}; it is not known to be empty.`;
    case 'cut':
      return `${where}: ${attribute} was cut at capture${of > 0 ? `: ${sizeWords(kept, unit)} of ${sizeWords(of, unit)} kept` : ''}.`;
    case 'dropped':
      return `${where}: ${droppedWords(attribute, of)} over a limit of its sender or of ingest were left out.`;
  }
}

/** `3 attributes`, from the plural name of the kind. */
export const droppedWords = (kind: string, count: number): string => plural(count, kind.replace(/s$/, ''));

/** `48 kB`, or a number of characters. */
export function sizeWords(count: number, unit: Lack['unit']): string {
  if (unit !== 'bytes') return plural(count, 'character');
  return count < 1000 ? `${exactCount(count)} B` : `${exactCount(Math.round(count / 1000))} kB`;
}
