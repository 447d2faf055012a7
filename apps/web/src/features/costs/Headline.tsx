// The headline sentence: the total spend, how much of it was thinking, and how much of that was hidden.
import type { ComponentProps } from 'react';
import { Link } from '../../components/controls/Link.tsx';
import { Money, NotApplicable, NotReported, Tokens } from '../../components/figures/numbers.tsx';
import { NO_USAGE, PART_OF_USAGE } from '../../lib/steps/cost-lack.ts';
import styles from './costs.module.css';
import { tracesOf, type CostsPlace } from './cuts/links.ts';
import { Share } from './Share.tsx';
import { isAtLeast, type Spend, type SpendUnit } from './spend.ts';

/**
 * Dollars are a lower bound when a call has no cost. Tokens that were not reported are in no sum either, but the
 * coverage panel says so.
 */
export function Amount({ of, value, unit }: { of: Pick<Spend, 'unpriced'>; value: bigint; unit: SpendUnit }) {
  return unit === 'usd' ? <Money nano={value} atLeast={isAtLeast(of, unit)} /> : <Tokens count={value} />;
}

interface PartProps {
  spend: Spend;
  value: bigint;
  unit: SpendUnit;
}

/** The total of some model calls. Without any calls (an empty day) it is 0. */
export function Total({ spend, unit }: Omit<PartProps, 'value'>) {
  if (spend.counted === 0 || spend.state === 'amount') return <Amount of={spend} value={spend.total} unit={unit} />;
  if (spend.state === 'unreported') return <NotReported says={NO_USAGE} />;
  if (spend.state === 'partly') return <NotReported says={PART_OF_USAGE} />;
  return spend.state === 'unpriced' ? <Money nano={null} /> : <NotApplicable says="nothing was counted" />;
}

/** A part of that total. It has a value only where the total has one. */
export function Part({ spend, value, unit }: PartProps) {
  if (spend.counted > 0 && spend.state !== 'amount') return <NotApplicable says="not known" />;
  return <Amount of={spend} value={value} unit={unit} />;
}

/** Thinking, or a part of it. Besides the total, it needs a call that reports its thinking tokens. */
export function ThinkingPart(props: ComponentProps<typeof Part>) {
  return props.spend.hasReport ? <Part {...props} /> : <NotReported />;
}

interface HeadlineProps {
  spend: Spend;
  unit: SpendUnit;
  place: CostsPlace;
}

/** Each figure links to the traces behind it, where a filter can express that. */
export function Headline({ spend, unit, place }: HeadlineProps) {
  const { parts } = spend;
  return (
    <dl className={styles.headline}>
      <div>
        <dt>{unit === 'usd' ? 'Spend' : 'Tokens'}</dt>
        <dd>
          <Link href={tracesOf(place)}>
            <Total spend={spend} unit={unit} />
          </Link>
        </dd>
      </div>
      <div>
        <dt>Thinking</dt>
        <dd>
          <Link href={tracesOf(place, 'thinking:>0')}>
            <ThinkingPart spend={spend} value={spend.thinking} unit={unit} />
          </Link>{' '}
          <small>{spend.hasReport && <Share share={spend.thinkingShare} calls={spend.sources} />}</small>
        </dd>
        {parts.untold > 0n && (
          <dd className={styles.note}>
            of it, told by runs that say nothing of its text <Part spend={spend} value={parts.untold} unit={unit} />
          </dd>
        )}
      </div>
      <div className={styles.hidden}>
        <dt>
          <span aria-hidden>▨ </span>Hidden
        </dt>
        <dd>
          <Link href={tracesOf(place, 'hidden:>0%')}>
            <ThinkingPart spend={spend} value={spend.hidden} unit={unit} />
          </Link>{' '}
          <small>{spend.hasReport && <Share share={spend.hiddenShare} calls={spend.sources} />}</small>
        </dd>
        {spend.hasReport && (
          <dd className={styles.note}>
            summary only <Part spend={spend} value={parts.summary} unit={unit} /> · no text{' '}
            <Part spend={spend} value={parts.noText} unit={unit} />
          </dd>
        )}
      </div>
      <div>
        <dt>Coverage</dt>
        <dd>
          <Link href={tracesOf(place, 'state:unreported')}>
            <Share share={spend.coverage} calls={spend.sources} />
          </Link>
        </dd>
        <dd className={styles.note}>
          {spend.runs > 0 ? 'model calls and runs' : 'model calls'} report thinking tokens
        </dd>
      </div>
    </dl>
  );
}
