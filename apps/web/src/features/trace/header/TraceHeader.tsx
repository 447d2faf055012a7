// The trace as a whole: its input, its outcome, its totals, and the actions for all of it.
import { Suspense, type ComponentProps, type ReactNode } from 'react';
import { Link } from '../../../components/controls/Link.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { listPath } from '../../../lib/address/list-path.ts';
import { useSharedTrace, useTextRefusal } from '../../../lib/traces/shared-trace.ts';
import { traceTitle } from '../../../lib/traces/trace-title.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { Listening, TraceSummary } from '../data/use-trace.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';
import type { TimeTravel } from '../time/use-time-travel.ts';
import { TraceMenu } from './TraceMenu.tsx';
import { TraceStatus } from './TraceStatus.tsx';
import { PastTotals, TraceTotals } from './TraceTotals.tsx';
import { plural } from '../../../lib/figures/format.ts';
import { comparePath, tracePath } from '../../../lib/address/pages.ts';
import type { RouterOutputs } from '../../../lib/requests/trpc.ts';
import { ArrowLeftRight } from 'lucide-react';
import { IconLink } from '../../../components/controls/Button.tsx';
import { useLabel } from '../../../lib/keyboard/use-key-words.ts';
import { later } from '../../../lib/later.ts';
import styles from './header.module.css';

const TraceFacts = later(async () => (await import('./TraceFacts.tsx')).TraceFacts);

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
  const refusal = useTextRefusal();
  return (
    <>
      <header className={styles.header}>
        {!shared && (
          <Link href={listPath(project)} className={styles.back} aria-label="All traces" title="All traces">
            ←
          </Link>
        )}
        <h1 className={styles.title} dir="auto" title={summary && drawnText(traceTitle(summary))}>
          {summary ? <PlainText text={traceTitle(summary)} /> : <Skeleton width="16rem" height="1.25rem" />}
        </h1>
        {summary && summary.asked !== null && summary.name !== null && (
          <span className={styles.name} title={drawnText(summary.name)}>
            <PlainText text={summary.name} />
          </span>
        )}
        {summary && <TraceStatus summary={summary} timeline={timeline} {...{ live, listening }} past={at !== null} />}
        {links && <TraceLinks project={project} links={links} />}
        <div className={styles.end}>
          {summary && timeline && at !== null ? (
            <PastTotals timeline={timeline} count={travel.count} />
          ) : (
            summary && <TraceTotals {...{ summary, timeline, live }} />
          )}
          {!refusal && <CompareLink address={address} />}
          {action}
          {!refusal && <TraceMenu address={address} />}
        </div>
      </header>
      <div className={styles.facts}>
        <Suspense>{summary && <TraceFacts project={project} summary={summary} />}</Suspense>
      </div>
    </>
  );
}

interface TraceLinksProps {
  project: string;
  links: RouterOutputs['trace']['skeleton']['links'];
}

const PLACES = { before: '↑ continues from', after: '↓ continues in' } as const;

/** Traces of the session that this conversation comes from or continues in, when another process took it over. */
function TraceLinks({ project, links }: TraceLinksProps) {
  return links.map(({ id, place, asked, name, calls }) => (
    <span key={`${place} ${id}`} className={styles.quiet} title={`${plural(calls, 'call')} in common`}>
      {PLACES[place]}{' '}
      <Link href={tracePath(project, id)}>
        <PlainText text={traceTitle({ id, asked, name })} />
      </Link>
    </span>
  ));
}

/** A link that compares this trace with another one, which the user selects on the next screen. */
function CompareLink({ address: { project, trace } }: { address: TraceAddress }) {
  return (
    <IconLink label={useLabel('Compare with another trace', 'compare')} href={comparePath(project, trace)}>
      <ArrowLeftRight size={16} aria-hidden />
    </IconLink>
  );
}
