'use client';
// Three or more runs: a table with what each of them does differently from the first. A row opens the pair.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CheckMarks } from '../../../components/figures/CheckMarks.tsx';
import { ScoreMarks } from '../../../components/figures/ScoreMarks.tsx';
import { useTRPC } from '../../../lib/requests/trpc.ts';
import type { TraceScores } from '../../../lib/traces/score-figures.ts';
import { Link } from '../../../components/controls/Link.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { RelativeTime } from '../../../components/figures/RelativeTime.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { TotalMoney } from '../../../components/figures/TotalMoney.tsx';
import { useFresh } from '../../../lib/live/use-fresh.ts';
import { duration, NO_END } from '../../../lib/figures/format.ts';
import { tracePath } from '../../../lib/address/pages.ts';
import { OUTCOMES, outcomeOf } from '../../../lib/traces/trace-outcome.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { useCompareUrl } from '../compare-url.ts';
import { stepParam } from '../diff/fold.ts';
import { scoreDeltas } from '../sides/score-deltas.ts';
import { useSide, type Side, type Summary as Sums } from '../sides/use-side.ts';
import { Summary } from '../Summary.tsx';
import { useComparison } from '../use-comparison.ts';
import styles from '../compare.module.css';

export function RunsTable({ project, runs: [first = '', ...others] }: { project: string; runs: readonly string[] }) {
  const base = useSide(project, first);
  const trpc = useTRPC();
  const traces = [first, ...others];
  const scores = useQuery(trpc.scores.summaries.queryOptions({ project, traces })).data ?? [];
  const checks = useQuery(trpc.traces.checks.queryOptions({ project, traces })).data ?? [];
  const checksAt = (index: number) => checks[index] && <CheckMarks of={checks[index]} />;
  useFresh({ project, traces: [first], young: base.isMissing || base.isRunning }, base.ask);
  return (
    <div className={styles.page}>
      <h1 className={styles.pageTitle}>Compare {others.length + 1} runs</h1>
      <div className={styles.runs} role="region" aria-label="Runs" tabIndex={0}>
        <table>
          <caption className="visually-hidden">Each run as B, compared with the first run as A</caption>
          <thead>
            <tr>
              {[
                'Run',
                'Started',
                'Status',
                'Model',
                'Cost',
                'Time',
                'Scores',
                'Checks',
                'Compared with the first run',
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <RunCells project={project} side={base} scores={<RunScores of={scores[0]} />} checks={checksAt(0)} />
              <td className={styles.quiet}>the first run: A</td>
            </tr>
            {others.map((trace, index) => (
              <RunRow
                key={trace}
                project={project}
                base={base}
                trace={trace}
                scores={<RunScores of={scores[index + 1]} base={scores[0]} />}
                checks={checksAt(index + 1)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface RunRowProps {
  project: string;
  base: Side;
  trace: string;
  scores: ReactNode;
  checks: ReactNode;
}

function RunRow({ project, base, trace, ...marks }: RunRowProps) {
  const [, setUrl] = useCompareUrl();
  const side = useSide(project, trace);
  useFresh({ project, traces: [trace], young: side.isMissing || side.isRunning }, side.ask);
  const { pairs, error } = useComparison(base, side);
  const failed = error ?? base.error ?? side.error;
  const open = (step: string | null) => void setUrl({ a: base.trace, b: trace, step });
  return (
    <tr>
      <RunCells project={project} side={side} {...marks} />
      <td className={styles.runFork}>
        {failed ? (
          <ErrorState inline title="The runs could not be compared." error={failed} onRetry={side.retry} />
        ) : pairs ? (
          <>
            <Summary
              project={project}
              sides={{ a: base, b: side }}
              pairs={pairs}
              onStep={(pair) => open(stepParam(pair))}
            />
            <button type="button" className={styles.choose} onClick={() => open(null)}>
              Compare<span className="visually-hidden"> with the first run</span>
            </button>
          </>
        ) : (
          !base.isMissing && !side.isMissing && <Skeleton width="70%" height="0.75rem" />
        )}
      </td>
    </tr>
  );
}

/** What the run was scored, and how far its numbers are from those of the first run. */
function RunScores({ of, base }: { of: TraceScores | undefined; base?: TraceScores | undefined }) {
  if (!of) return null;
  const changes = base ? scoreDeltas(base, of).filter(({ change }) => /\d/.test(change)) : [];
  return (
    <>
      <ScoreMarks of={of} />
      {changes.length > 0 && (
        <div className={styles.quiet}>
          <PlainText text={changes.map(({ name, change }) => `${name} ${change}`).join(' · ')} />
        </div>
      )}
    </>
  );
}

function RunCells({
  project,
  side: { trace, summary, isMissing },
  scores,
  checks,
}: Pick<RunRowProps, 'project' | 'scores' | 'checks'> & { side: Side }) {
  if (!summary)
    return (
      <th scope="row" colSpan={8} className={styles.quiet}>
        {isMissing ? (
          `There is no trace ${trace.slice(0, 8)}… in this project yet`
        ) : (
          <Skeleton width="60%" height="0.75rem" />
        )}
      </th>
    );
  return (
    <>
      <th scope="row">
        <Link href={tracePath(project, trace)} className={styles.sideTitle}>
          <PlainText text={traceTitle(summary)} />
        </Link>
      </th>
      <td>
        <RelativeTime time={summary.startedAt} ago />
      </td>
      <td>
        <Status of={summary} />
      </td>
      <td>
        <PlainText text={summary.models.join(', ') || 'no model'} />
      </td>
      <td>
        <TotalMoney of={summary} />
      </td>
      <td>{summary.open > 0 ? NO_END : duration(summary.endedAt.getTime() - summary.startedAt.getTime())}</td>
      <td>{scores}</td>
      <td>{checks}</td>
    </>
  );
}

function Status({ of }: { of: Sums }) {
  const outcome = outcomeOf(of);
  const { mark, says } = OUTCOMES[outcome];
  return (
    <span className={outcome === 'error' ? styles.failed : undefined}>
      <span aria-hidden>{mark} </span>
      {says}
    </span>
  );
}
