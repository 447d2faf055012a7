// What experiments of the project measured about less thinking, apart from what is only computed from settings and prices.
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../components/controls/Link.tsx';
import { AbsoluteDate } from '../../../components/figures/AbsoluteDate.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { useMayChange } from '../../../lib/account/rights.ts';
import { plural } from '../../../lib/figures/format.ts';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import styles from '../costs.module.css';
import type { CostsPlace } from '../cuts/links.ts';
import { experimentPath, experimentsPath } from '../experiments/experiment-words.ts';
import { ResultSentence } from '../experiments/ResultSentence.tsx';
import marks from '../experiments/experiments.module.css';

const VERDICTS = { enough: 'Would do:', not_enough: 'Would not do:', unclear: 'Not clear yet:' } as const;

export function MeasuredAdvice({ place }: { place: CostsPlace }) {
  const { project, q, range } = place;
  const measured = useQuery(useTRPC().experiments.measured.queryOptions({ project }));
  const mayChange = useMayChange();
  const search = new URLSearchParams({ range, ...(q && { q }), new: '1' });
  return (
    <div>
      {measured.isError && (
        <ErrorState inline title="What experiments measured could not be loaded." error={measured.error} />
      )}
      {measured.data && measured.data.length > 0 && (
        <ul className={styles.hints} aria-label="Measured by experiments">
          {measured.data.map(({ id, name, results, steps, at }) => (
            <li key={id}>
              <span className={marks.measured}>measured</span>
              <div>
                {results.map(({ says, verdict }) => (
                  <p key={says}>
                    <strong>{VERDICTS[verdict]}</strong> <ResultSentence says={`${says}.`} />
                  </p>
                ))}
                <p className={styles.note}>
                  <Link href={experimentPath(project, id)}>
                    <PlainText text={name} />
                  </Link>
                  {`, on ${plural(steps, 'step')}, `}
                  <AbsoluteDate time={at} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <p>
          <Link href={`${experimentsPath(project)}?${search}`}>Measure whether less thinking would do…</Link>
        </p>
      )}
    </div>
  );
}
