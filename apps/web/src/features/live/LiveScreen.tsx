'use client';
// The Why timeline of all traces, live: the newest step is at the bottom.
import { useMemo, useState } from 'react';
import { Button, ButtonLink } from '../../components/controls/Button.tsx';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { FilterBar } from '../../components/filter/FilterBar.tsx';
import { useFacets } from '../../components/filter/use-facets.ts';
import { KeyHint } from '../../components/controls/KeyHint.tsx';
import { Loading, Skeleton } from '../../components/states/Skeleton.tsx';
import { plural } from '../../lib/figures/format.ts';
import type { StreamStatus } from '../../lib/live/stream-state.ts';
import { useAddressProblems } from '../../lib/address/use-address-problems.ts';
import { pagePath } from '../../lib/address/pages.ts';
import { DEFAULT_RANGE } from '../../lib/time/time-range.ts';
import { LiveStatus } from './LiveStatus.tsx';
import { LiveTable } from './LiveTable.tsx';
import { CHECKS, useLiveUrl } from './live-url.ts';
import { tailRows } from './tail-rows.ts';
import { useHeld, useTail } from './use-tail.ts';
import styles from './live.module.css';

export function LiveScreen({ project }: { project: string }) {
  const [{ q, paused }, setUrl] = useLiveUrl();
  useAddressProblems(CHECKS);
  const facets = useFacets(project, { q, range: DEFAULT_RANGE });
  const { tail, isKnown, hasGap, status } = useTail(project, q);
  const isPaused = paused === 1;
  const { shown, waiting } = useHeld(tail, isPaused);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => tailRows(shown.steps, open), [shown, open]);
  const pause = (isNowPaused: boolean) => {
    if (isNowPaused !== isPaused) void setUrl({ paused: isNowPaused ? 1 : 0 });
  };
  const toggle = (group: string) =>
    setOpen((before) =>
      before.has(group) ? new Set([...before].filter((one) => one !== group)) : new Set([...before, group]),
    );
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Live</h1>
      <FilterBar
        label="Filter live steps by their trace"
        placeholder="Pick a filter: tool, model, agent…"
        value={q}
        onChange={(next) => void setUrl({ q: next || null })}
        facets={facets}
      >
        <LiveStatus status={status} isPaused={isPaused} onPause={pause} />
      </FilterBar>
      {hasGap && <Gap project={project} />}
      {status === 'refused' || status === 'closed' ? (
        <NotConnected status={status} />
      ) : (
        <Loading pending={!isKnown} skeleton={isBroken(status) ? <Broken status={status} /> : <RowSkeletons />}>
          {() =>
            rows.length === 0 ? (
              <Nothing project={project} isFiltered={q !== ''} />
            ) : (
              <LiveTable
                project={project}
                rows={rows}
                dropped={shown.dropped}
                isPaused={isPaused}
                onPause={pause}
                onToggle={toggle}
              />
            )
          }
        </Loading>
      )}
      {isPaused && rows.length > 0 && <PausedBanner waiting={waiting} onResume={() => pause(false)} />}
    </div>
  );
}

function PausedBanner({ waiting, onResume }: { waiting: number; onResume: () => void }) {
  return (
    <div className={styles.banner}>
      <span>Paused, {plural(waiting, 'new step')}</span>
      <Button onClick={onResume}>
        Resume <KeyHint id="pauseOrPrevious" />
      </Button>
    </div>
  );
}

const Gap = ({ project }: { project: string }) => (
  <p className={styles.gap} role="status">
    More than five minutes were missed. Steps of that time are in the{' '}
    <a href={pagePath(project, 'traces')}>list of traces</a>.
  </p>
);

const isBroken = (status: StreamStatus) => status === 'unreachable' || status === 'away';

/** The stream failed before its first event. */
const Broken = ({ status }: { status: StreamStatus }) => (
  <EmptyState title={status === 'away' ? 'The database cannot be reached' : 'The server does not answer'}>
    <p>
      {status === 'away'
        ? 'Senders keep their spans meanwhile.'
        : 'It may be starting again, or your connection is gone.'}{' '}
      This page reconnects automatically.
    </p>
  </EmptyState>
);

function NotConnected({ status }: { status: StreamStatus }) {
  return (
    <EmptyState title={status === 'refused' ? 'Too many live pages are open' : 'This project no longer exists'}>
      {status === 'refused' ? (
        <>
          <p>You have reached the limit of live pages. Close a tab that shows one, then try again.</p>
          <Button onClick={() => location.reload()}>Try again</Button>
        </>
      ) : (
        <p>It was deleted, or you are no longer a member of it.</p>
      )}
    </EmptyState>
  );
}

function Nothing({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  return (
    <EmptyState title="Waiting for the next step">
      <p>
        {isFiltered
          ? 'No step of the last day matches the filter. The next one that matches appears here automatically.'
          : 'No step arrived in the last day. The next one appears here automatically.'}
      </p>
      {!isFiltered && <ButtonLink href={`/welcome?project=${project}`}>How to send traces</ButtonLink>}
    </EmptyState>
  );
}

const RowSkeletons = () => (
  <div className={styles.skeletons}>
    {Array.from({ length: 12 }, (_, index) => (
      <div key={index} className={styles.skeleton}>
        <Skeleton width={`${40 + ((index * 13) % 45)}%`} height="0.75rem" />
      </div>
    ))}
  </div>
);
