// The exact words and marks for the states of thinking. Pure.
import type { ThinkingState } from '@subtext/reasoning';
import { exactCount, tokens as formatTokens } from './format.ts';

/**
 * Additional states that exist only on the screen: the model has not responded yet, the response is not known yet, or
 * the thought was truncated during capture.
 */
export type DisplayedState = ThinkingState | 'pending' | 'untold' | 'truncated';

export interface ThinkingFacts {
  tokens?: number | bigint | null;
  /** The figures are apportioned or estimated. */
  about?: boolean;
  /** Label of the step that owns a shared thought, for example `7a`; undefined when it was not received. */
  owner?: string;
}

interface StateLook {
  mark: string;
  /** How the receipt and the bars count it. */
  countedAs: 'readable' | 'summary' | 'no text' | 'owner' | 'nothing' | 'left out';
  /** One word for tags and filters. */
  label: string;
  words: (facts: ThinkingFacts) => string;
}

const droppedWords = ({ tokens, about }: ThinkingFacts) =>
  tokens
    ? `Thought for ${about ? '≈ ' : ''}${exactCount(tokens)} tokens, no text returned`
    : 'Thought, no text returned';

export const THINKING: Readonly<Record<DisplayedState, StateLook>> = {
  readable: { mark: '┊', countedAs: 'readable', label: 'readable', words: () => 'Thought, verbatim' },
  summary: { mark: '┊', countedAs: 'summary', label: 'summary', words: () => "The provider's summary of the thought" },
  redacted: { mark: '▨', countedAs: 'no text', label: 'redacted', words: () => 'Thought redacted by the provider' },
  encrypted: {
    mark: '▨',
    countedAs: 'no text',
    label: 'encrypted',
    words: () => 'Thought encrypted by the provider, cannot be read here',
  },
  withheld: { mark: '▨', countedAs: 'no text', label: 'no text', words: droppedWords },
  shared: {
    mark: '↰',
    countedAs: 'owner',
    label: 'shared',
    words: ({ owner }) =>
      owner ? `Shares the thought of call ${owner}` : 'Shares the thought of a call that is not in this trace',
  },
  none: { mark: '—', countedAs: 'nothing', label: 'none', words: () => 'No thinking (0 reported)' },
  unreported: {
    mark: '◌',
    countedAs: 'left out',
    label: 'not reported',
    words: () => 'Thinking not reported by this provider',
  },
  pending: { mark: '∙∙∙', countedAs: 'left out', label: 'no answer', words: () => 'No answer in this trace' },
  untold: { mark: '◌', countedAs: 'left out', label: 'no thought yet', words: () => 'No thinking reported so far' },
  truncated: { mark: '┊…', countedAs: 'readable', label: 'cut', words: () => 'Thought, cut at capture' },
};

/** True for billed thinking whose verbatim text is not available. */
export const isHidden = (state: DisplayedState): boolean =>
  THINKING[state].countedAs === 'summary' || THINKING[state].countedAs === 'no text';

/** `2,900 tok`, short on purpose: the exact number is on hover. */
export const tokenWords = (count: number | bigint): string => `${formatTokens(count)} tok`;
