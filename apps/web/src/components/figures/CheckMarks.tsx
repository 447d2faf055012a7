// What the checks found in a trace: the worst checks with their numbers. Not checked is not without findings.
import { exactCount, NOT_APPLICABLE } from '../../lib/figures/format.ts';
import {
  checksWords,
  checkWords,
  shownChecks,
  stateWords,
  sureWords,
  type TraceChecks,
} from '../../lib/traces/check-figures.ts';
import styles from './CheckMarks.module.css';

/** What a cell has room for; its title says all. */
const MAX_SHOWN = 3;

export function CheckMarks({ of }: { of: TraceChecks }) {
  const shown = shownChecks(of);
  if (shown.length === 0) return <Nothing of={of} />;
  return (
    <span className={styles.checks} title={checksWords(of)}>
      {shown.slice(0, MAX_SHOWN).map((one) => (
        <span key={one.check} className={styles.check}>
          <span className={one.check === 'invented-identifier' ? styles.worst : undefined}>
            {checkWords(one.check)}
          </span>{' '}
          {exactCount(one.findings)}
          {sureWords(one) && <span className={styles.quiet}> {sureWords(one)}</span>}
        </span>
      ))}
      {shown.length > MAX_SHOWN && <span className={styles.quiet}> +{shown.length - MAX_SHOWN}</span>}
    </span>
  );
}

function Nothing({ of }: { of: TraceChecks }) {
  const words = stateWords(of);
  const isFree = of.state === 'checked' && of.partly.length === 0;
  // Only a trace that was checked as a whole has a dash.
  const shown = of.state === 'checked' ? (isFree ? NOT_APPLICABLE : 'partly checked') : words;
  return (
    <span className={styles.quiet} title={words}>
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
