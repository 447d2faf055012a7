// The trace as a whole: its input, its outcome, and its totals with the hidden share.
import { Link } from '../../../components/Link.tsx';
import { useMemo, type ComponentProps, type ReactNode } from 'react';
import { Duration, Money, Percent, Tokens } from '../../../components/numbers.tsx';
import { PlainText } from '../../../components/PlainText.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { SumMoney } from '../../../components/steps/SumMoney.tsx';
import { SpentLine } from '../../../components/SpentLine.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { listPath } from '../../../lib/list-path.ts';
import { exactCount, NO_END, NOT_REPORTED, percent, plural, shareOf } from '../../../lib/format.ts';
import { useSharedTrace } from '../../../lib/shared-trace.ts';
import { TraceLinks } from './TraceLinks.tsx';
import { errorsIn, hiddenShareOf, isAwaited, nano } from '../../../lib/steps/sentences.ts';
import { sumOf } from '../../../lib/steps/step-sums.ts';
import { drawnText } from '../../../lib/visible-text.ts';
import { took, tookOf } from '../../../lib/took.ts';
import { CompareLink } from './CompareLink.tsx';
import { endOf, isOpenEnded, sumsUpTo } from '../time/as-of.ts';
import { TraceMenu } from './TraceMenu.tsx';
import { uncountedRuns } from '../timeline/uncounted-runs.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import type { Timeline } from '../../../lib/steps/step-tree.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import type { Listening, TraceSummary } from '../data/use-trace.ts';
import styles from './page.module.css';

interface TraceHeaderProps {
  address: TraceAddress;
  summary: TraceSummary | undefined;
  travel: TimeTravel;
  links: ComponentProps<typeof TraceLinks>['links'] | undefined;
  live: boolean;
  listening: Listening;
  action: ReactNode;
}

export function TraceHeader({ address, summary, travel, links, live, listening, action }: TraceHeaderProps) {
  const { project } = address;
  const { timeline, at } = travel;
  const shared = useSharedTrace();
  return (
    <header className={styles.header}>
      {!shared && (
        <Link href={listPath(project)} className={styles.back} aria-label="All traces" title="All traces">
          ←
        </Link>
      )}
      <h1 className={styles.title} dir="auto" title={summary && drawnText(titleOf(summary))}>
        {summary ? <PlainText text={titleOf(summary)} /> : <Skeleton width="16rem" height="1.25rem" />}
      </h1>
      {summary && <Status summary={summary} timeline={timeline} {...{ live, listening }} past={at !== null} />}
      {links && <TraceLinks project={project} links={links} />}
      <div className={styles.end}>
        {summary && timeline && at !== null ? (
          <PastTotals timeline={timeline} count={travel.count} />
        ) : (
          summary && <Totals {...{ summary, timeline, live }} />
        )}
        {!shared && <CompareLink address={address} />}
        {action}
        {!shared && <TraceMenu address={address} />}
      </div>
    </header>
  );
}

export const titleOf = ({ asked, name, id }: { asked: string | null; name: string | null; id: string }): string =>
  asked ?? name ?? `Trace ${id.slice(0, 8)}`;

/** Shown only when the page receives no updates. */
const LISTENING_WORDS: Partial<Record<Listening, string>> = {
  reconnecting: ' · reconnecting',
  unreachable: ' · the server does not answer, trying again',
  away: ' · the database cannot be reached, trying again',
  refused: ' · too many pages listen: reload for what is new',
  closed: ' · reload for what is new',
};

interface StatusProps {
  summary: TraceSummary;
  timeline: Timeline | undefined;
  live: boolean;
  listening: Listening;
  past: boolean;
}

function Status({ summary, timeline, live, listening, past }: StatusProps) {
  const { errors: inSteps, isUnanswered } = useOutcome(timeline);
  // When no step failed, a span of another kind may have.
  const failed = past ? (inSteps ?? 0) : inSteps || summary.errors;
  return (
    <span className={styles.status}>
      {summary.root?.status === 'error' && !past ? (
        <span className={styles.error}>✕ failed</span>
      ) : failed > 0 ? (
        <span className={styles.error}>✕ {plural(failed, 'error')}</span>
      ) : (
        !live && !past && (summary.hasNoEnd || isUnanswered ? <NoEnd /> : <span className={styles.ok}>✓ done</span>)
      )}
      {live && !past && (
        <span className={styles.running}>
          ◐ may still be running
          {LISTENING_WORDS[listening]}
        </span>
      )}
      <Models models={summary.models} />
    </span>
  );
}

const NoEnd = () => (
  <span className={styles.quiet} title="The trace or one of its model calls has no recorded end">
    <span aria-hidden>{NOT_REPORTED} </span>
    {NO_END}
  </span>
);

/** With more models, none of the names would have enough space. */
const MAX_MODELS = 2;

function Models({ models }: { models: readonly string[] }) {
  const more = models.slice(MAX_MODELS);
  return (
    <>
      {models.slice(0, MAX_MODELS).map((model) => (
        <Tag key={model}>
          <PlainText text={model} />
        </Tag>
      ))}
      {more.length > 0 && (
        <span className={styles.quiet} title={drawnText(more.join(', '))}>
          +{plural(more.length, 'model')}
        </span>
      )}
    </>
  );
}

const useOutcome = (timeline: Timeline | undefined) =>
  useMemo(
    () => ({
      errors: timeline?.steps.reduce((sum, step) => sum + errorsIn(step), 0),
      isUnanswered: timeline?.steps.some(isAwaited) === true,
    }),
    [timeline],
  );

/** In time travel: the cost of the visible steps, from the same sums as the step bar. */
function PastTotals({ timeline, count }: { timeline: Timeline; count: number }) {
  const { steps } = timeline;
  const sum = useMemo(() => sumsUpTo(steps).at(-1) ?? sumOf([]), [steps]);
  const last = steps.slice(-MAX_LOOKED_AT);
  const share = hiddenShareOf(sum);
  const thinking = { estimated: sum.approximate, atLeast: sum.lack !== null || sum.uncounted };
  return (
    <p className={styles.totals}>
      <span>
        as of step {steps.length} of {exactCount(count)}
      </span>
      <Duration {...took(Math.max(...last.map(endOf), 0), last.some(isOpenEnded))} />
      <span>
        <SumMoney sum={sum} />
      </span>
      <span>
        thinking{' '}
        {sum.reasoningCost === null ? (
          <Tokens count={sum.reasoningTokens} atLeast={sum.uncounted} unit="tok" />
        ) : (
          <Money nano={nano(sum.reasoningCost)} {...thinking} />
        )}
      </span>
      {sum.hiddenCost !== null && (
        <span className={sum.hiddenCost > 0 ? styles.hidden : undefined}>
          ▨ hidden <Money nano={nano(sum.hiddenCost)} {...thinking} /> (
          <Percent share={share} />)
        </span>
      )}
    </p>
  );
}

/** The step that ends last is one of the last that started. */
const MAX_LOOKED_AT = 1000;

/** Lists count and filter by steps alone. */
const RUNS_HINT = 'Tool runs that no response in this trace requested: shown as rows, not counted as steps';

function Totals({ summary, timeline, live }: Pick<StatusProps, 'summary' | 'timeline' | 'live'>) {
  const runs = timeline ? uncountedRuns(timeline, summary.steps) : 0;
  const awaited = useAwaited(summary, timeline, live);
  const ofOutput = shareOf(summary.hiddenReasoningTokens, summary.outputTokens);
  const hiddenHint = ofOutput === undefined ? undefined : `${percent(ofOutput)} of the output tokens`;
  const time = tookOf(summary);
  const length = (
    <>
      <span>
        {plural(summary.steps, 'step')}
        {runs > 0 && <span title={RUNS_HINT}> + {plural(runs, 'run')}</span>}
      </span>
      <span>
        {time.milliseconds === null && 'duration '}
        <Duration {...time} />
      </span>
    </>
  );
  // Without a model call there is no cost, which is not a cost of zero.
  if (summary.generations + summary.runsCounted === 0)
    return (
      <p className={styles.totals}>
        {length}
        <span className={styles.quiet}>no model call</span>
      </p>
    );
  return (
    <SpentLine spent={{ ...summary, awaited }} hiddenHint={hiddenHint}>
      {length}
    </SpentLine>
  );
}

/** Model calls in progress, which may still report their thinking; 0 when the trace receives no more updates. */
function useAwaited({ open }: TraceSummary, timeline: Timeline | undefined, live: boolean): number {
  return useMemo(() => {
    if (!live) return 0;
    // An upper bound until the steps have loaded.
    if (!timeline) return open;
    return new Set(timeline.steps.filter(isAwaited).map(({ span, key }) => span?.id ?? key)).size;
  }, [open, timeline, live]);
}
