'use client';
import type { ReactNode } from 'react';
import { useSkeleton } from '../lib/use-skeleton.ts';
import styles from './Skeleton.module.css';

/** A gray bar in place of text. */
export function Skeleton({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />;
}

interface LoadingProps {
  pending: boolean;
  /** Rows of the final height, so that nothing jumps. */
  skeleton: ReactNode;
  /** Called only when the content has loaded. */
  children: () => ReactNode;
}

/** The skeleton after 200 ms for at least 300 ms, then the content. */
export function Loading({ pending, skeleton, children }: LoadingProps) {
  const shows = useSkeleton(pending);
  if (shows === 'content' && !pending) return children();
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {shows === 'skeleton' && skeleton}
    </div>
  );
}
