// A panel of the screen: its title, one sentence about what it shows, and its content, loading state or error.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../../components/states/Skeleton.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import type { Looked } from '../answer.ts';
import styles from '../costs.module.css';

interface PanelProps<Data> {
  title: string;
  query: UseQueryResult<Data, unknown>;
  /** Height of the skeleton, about that of the content. */
  height: string;
  children: (data: Data) => ReactNode;
}

export function Panel<Data>({ title, query, height, children }: PanelProps<Data>) {
  const { data, isError, error, isPlaceholderData, refetch } = query;
  return (
    <section className={styles.panel} aria-label={title} aria-busy={isPlaceholderData}>
      <h2>{title}</h2>
      {isError ? (
        <ErrorState inline title="This could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading pending={data === undefined} skeleton={<Skeleton height={height} />}>
          {() => data !== undefined && children(data)}
        </Loading>
      )}
    </section>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}

/** Says which traces the sums cover when they could not be computed from the rollups. */
export function LookedAt({ looked }: { looked: Looked }) {
  if (looked === null) return null;
  return looked.capped ? (
    <p className={styles.looked}>
      <span aria-hidden>⚠ </span>
      Summed over the newest {exactCount(looked.traces)} traces that match; older ones are left out. A shorter range or
      a narrower filter shows all of it.
    </p>
  ) : null;
}
