// The first thing that the screen says: the cost of hidden thinking, how much of it a setting would have shown, and
// those settings, highest cost first.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Money, Tokens } from '../../../components/figures/numbers.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { tokenWords } from '../../../lib/figures/thinking.ts';
import type { CostHint, SpendMeasures } from '../answer.ts';
import styles from '../costs.module.css';
import { CutLink } from '../cuts/CutLink.tsx';
import type { CostsPlace } from '../cuts/links.ts';
import { Amount } from '../Headline.tsx';
import { toSpend, type Spend, type SpendUnit } from '../spend.ts';
import { Rows } from './Rows.tsx';
import marks from '../experiments/experiments.module.css';

interface AdviceProps {
  /** Sums over the whole range. */
  measures: SpendMeasures;
  unit: SpendUnit;
  hints: UseQueryResult<CostHint[], unknown>;
  /** What experiments measured about the same. */
  measured?: ReactNode;
  place: CostsPlace;
}

const FIRST_HINTS = 3;

export function Advice({ measures, unit: chosen, hints, measured, place }: AdviceProps) {
  const unit = unitOfHidden(measures, chosen);
  const spend = toSpend(measures, unit);
  return (
    <section className={styles.advice} aria-label="What to change first">
      <h2>
        <Sentence spend={spend} unit={unit} hints={hints.data} />
      </h2>
      {hints.isError && (
        <ErrorState
          inline
          title="The settings that would show it could not be loaded."
          error={hints.error}
          onRetry={() => void hints.refetch()}
        />
      )}
      {hints.data && hints.data.length > 0 && (
        <Rows rows={hints.data} first={FIRST_HINTS}>
          {(shown) => (
            <>
              <p className={styles.note}>
                <span className={marks.guessed}>not measured</span> From the settings of each provider and what was
                billed.
              </p>
              <ol className={styles.hints}>
                {shown.map((hint) => (
                  <HintItem key={hint.change ?? hint.title} hint={hint} unit={unit} place={place} />
                ))}
              </ol>
            </>
          )}
        </Rows>
      )}
      {measured}
    </section>
  );
}

/** Tokens where no hidden thinking has a price: they are known, and $0 would be wrong. */
const unitOfHidden = (measures: SpendMeasures, unit: SpendUnit): SpendUnit =>
  unit === 'usd' && toSpend(measures, 'usd').hidden === 0n && toSpend(measures, 'tokens').hidden > 0n ? 'tokens' : unit;

const sumOf = (hints: readonly CostHint[], unit: SpendUnit): bigint =>
  hints.reduce((sum, { uncovered, tokens }) => sum + (unit === 'usd' ? uncovered : tokens), 0n);

function Sentence({ spend, unit, hints }: { spend: Spend; unit: SpendUnit; hints: readonly CostHint[] | undefined }) {
  if (!spend.hasReport) return 'No model call reports its thinking, so what nobody could read is unknown.';
  if (spend.hidden === 0n) return 'Nothing was paid for thinking that nobody could read.';
  const shown =
    hints &&
    sumOf(
      hints.filter(({ change }) => change !== null),
      unit,
    );
  return (
    <>
      You paid <Amount of={spend} value={spend.hidden} unit={unit} />
      {unit === 'tokens' && ' tokens'} for thinking nobody could read
      {shown === undefined ? '.' : shown === 0n ? '; no setting is known that would show more of it.' : '; up to '}
      {shown !== undefined && shown > 0n && (
        <>
          <Amount of={{ unpriced: 0 }} value={shown} unit={unit} /> of it could be shown.
        </>
      )}
    </>
  );
}

function HintItem({ hint, unit, place }: { hint: CostHint; unit: SpendUnit; place: CostsPlace }) {
  return (
    <li>
      <strong>{unit === 'usd' ? <Money nano={hint.uncovered} /> : <Tokens count={hint.tokens} />}</strong>
      <div>
        {hint.change === null ? <strong>Stays hidden. </strong> : <code>{hint.change}</code>}
        <p className={styles.note}>
          {hint.models.map((model, index) => (
            <span key={model}>
              {index > 0 && ', '}
              <CutLink place={place} cut="model" name={model} />
            </span>
          ))}
          <PlainText
            text={` · ${[tokenWords(hint.tokens), [hint.title, hint.costNote, hint.caution].filter(Boolean).join(' ')].join(' · ')}`}
          />
        </p>
      </div>
    </li>
  );
}
