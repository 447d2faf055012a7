/** The thinking that a provider billed, beside the text that is held of it. Compared only where all of it is held. */
import { isCut } from '../checks/definitions/thoughts.ts';
import type { Step } from '../checks/run.ts';

/** `verbatim`: every thought is the model's own text. `summary`: at least one is the provider's summary. */
export type TextBasis = 'verbatim' | 'summary';

export interface BilledText {
  basis: TextBasis;
  /** Thinking tokens as the provider counted them; never an estimate. */
  tokens: number;
  /** UTF-8. Bytes per token differ less between languages than characters per token. */
  bytes: number;
}

const encoder = new TextEncoder();

/** undefined: the count or a part of the text is missing, or there was no thinking. */
export function billedText({ thoughts, hidden, tokens: { thinking } }: Step): BilledText | undefined {
  if (thinking === null || thinking <= 0 || thoughts.length === 0) return undefined;
  if (hidden.length > 0 || thoughts.some(isCut)) return undefined;
  return {
    basis: thoughts.some(({ isSummary }) => isSummary) ? 'summary' : 'verbatim',
    tokens: thinking,
    bytes: thoughts.reduce((sum, { text }) => sum + encoder.encode(text).length, 0),
  };
}
