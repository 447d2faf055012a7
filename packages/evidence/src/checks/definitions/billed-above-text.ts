/** More thinking was billed than the verbatim text of it can have. */
import { billedText } from '../../billing/index.ts';
import type { Check, Finding, NotChecked } from '../finding.ts';
import type { Run, Step } from '../run.ts';
import { isThinking, thinkingDollars, unreadable } from './thoughts.ts';

/** UTF-8 bytes. Recorded verbatim thoughts have 3.3 to 5.1; digits and rare languages have at least about 2. */
const FEWEST_BYTES_PER_TOKEN = 1.5;
/** In short thoughts, the tokens that mark their start and end count. */
const FEWEST_TOKENS = 200;

function find({ steps }: Run): Finding[] {
  return steps.flatMap((step, index) => {
    const billed = billedText(step);
    if (billed?.basis !== 'verbatim' || billed.tokens < FEWEST_TOKENS) return [];
    const bytesPerToken = billed.bytes / billed.tokens;
    if (bytesPerToken >= FEWEST_BYTES_PER_TOKEN) return [];
    return [
      {
        ...{ check: 'billed-above-text' as const, step: index, call: null, confidence: 'likely' as const },
        evidence: [
          { kind: 'value' as const, name: 'billed thinking tokens', value: billed.tokens },
          { kind: 'value' as const, name: 'bytes of text', value: billed.bytes },
          { kind: 'value' as const, name: 'bytes per token', value: Math.round(bytesPerToken * 100) / 100 },
        ],
        tokens: billed.tokens,
        dollars: thinkingDollars(step),
      },
    ];
  });
}

function notChecked(run: Run): NotChecked[] {
  const id = 'billed-above-text' as const;
  // A long text is counted as a whole here, although it is not read.
  const missing = unreadable(id, run).filter(({ reason }) => reason !== 'text_too_long');
  const summaries = run.steps.flatMap((step, index): NotChecked[] => {
    if (step.tokens.thinking === null && isThinking(step))
      return [{ check: id, step: index, call: null, reason: 'thinking_tokens_not_reported' }];
    return isSummarized(step) ? [{ check: id, step: index, call: null, reason: 'thinking_summarized' }] : [];
  });
  return [...missing, ...summaries];
}

const isSummarized = ({ thoughts }: Step): boolean => thoughts.some(({ isSummary }) => isSummary);

export const billedAboveText: Check = {
  id: 'billed-above-text',
  title: 'Unusually little text for the billed thinking',
  find,
  notChecked,
};
