// The cost of a trace, a session or a list in one line: total, thinking, hidden thinking, and coverage.
import type { ReactNode } from 'react';
import { shareOf } from '../../lib/figures/format.ts';
import { usageSources, REPORTED_BY_RUN, runSourceWords, type SourceCounts } from '../../lib/figures/usage-sources.ts';
import {
  costStateOf,
  isAtLeast,
  thinkingOf,
  reportedHidden,
  totalOf,
  type CountedCosts,
} from '../../lib/figures/cost-parts.ts';
import { coverageOf, coverageWords, unpricedWords } from '../../lib/figures/count-words.ts';
import { Money, NotReported, Percent, Tokens } from './numbers.tsx';
import { TotalMoney } from './TotalMoney.tsx';
import styles from './SpentLine.module.css';

export interface Spent extends CountedCosts, SourceCounts {
  /**
   * Counts model calls that report their own usage, and runs that count in place of their calls, like
   * `generationsUnpriced`.
   */
  generationsReporting: number;
  /** Model calls that have not ended, if that number is available. */
  awaited?: number;
  /** Absent when only costs are summed. */
  reasoningTokens?: bigint;
}

interface SpentLineProps {
  spent: Spent;
  /** Elements before the cost: number of steps, duration. */
  children: ReactNode;
  /**
   * The long form over a list: names what the hidden share is a part of, and shows the coverage even if it is complete.
   */
  inFull?: boolean;
  hiddenHint?: string | undefined;
}

/** States that render as a sign alone, which would be ambiguous without the word "cost". */
const SIGNS: ReadonlySet<ReturnType<typeof costStateOf>> = new Set(['nothing', 'unreported', 'partly']);

export function SpentLine({ spent, children, inFull = false, hiddenHint }: SpentLineProps) {
  const { costs, generationsUnpriced } = spent;
  const hidden = reportedHidden(spent);
  const isAmount = costStateOf(spent) === 'amount';
  const atLeast = isAtLeast(spent);
  return (
    <p className={styles.line}>
      {children}
      <span>
        {SIGNS.has(costStateOf(spent)) && 'cost '}
        <TotalMoney of={spent} />
      </span>
      <span>
        thinking <Thinking {...spent} />
      </span>
      {isAmount && (
        <span className={hidden ? styles.hidden : undefined} title={hiddenHint}>
          ▨ hidden{' '}
          {hidden === null ? (
            <NotReported />
          ) : (
            <>
              <Money nano={hidden} atLeast={atLeast} /> (<Percent share={shareOf(hidden, totalOf(costs))} />
              {inFull && ' of cost'})
            </>
          )}
        </span>
      )}
      {isAmount && costs.untold > 0n && (
        <span className={styles.quiet} title="Thinking that a run reports without saying whether it has a text">
          text unknown <Money nano={costs.untold} atLeast={atLeast} />
        </span>
      )}
      {spent.runsCounted > 0 && (
        <span className={styles.quiet} title={REPORTED_BY_RUN}>
          {runSourceWords(spent)}
        </span>
      )}
      {(inFull || (usageSources(spent) > 0 && coverageOf(spent) !== 1)) && (
        <span
          className={inFull ? undefined : styles.quiet}
          title="Model calls that report thinking tokens, of all model calls"
        >
          coverage {coverageWords(spent)}
        </span>
      )}
      {generationsUnpriced > 0 && isAmount && <span className={styles.quiet}>{unpricedWords(spent)}</span>}
    </p>
  );
}

/** In money; in tokens when nothing has a price; "not reported" when no model call reports it. */
function Thinking(spent: Spent) {
  const { costs, generationsReporting, reasoningTokens } = spent;
  const thinking = thinkingOf(costs);
  if (usageSources(spent) > 0 && generationsReporting === 0 && thinking + (reasoningTokens ?? 0n) === 0n)
    return <NotReported {...(coverageOf(spent) === undefined && { says: coverageWords(spent) })} />;
  if (costStateOf(spent) === 'amount') return <Money nano={thinking} atLeast={isAtLeast(spent)} />;
  return reasoningTokens === undefined ? <Money nano={null} /> : <Tokens count={reasoningTokens} unit="tok" />;
}
