'use client';
import { useEffect, useState, type ReactNode } from 'react';
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

/** In ms: a fast response shows no skeleton, and a slow one does not flicker. */
const APPEAR_AFTER = 200;
const STAY_FOR = 300;

/** What to render while something is pending: nothing yet, the skeleton, or the content. */
function useSkeleton(pending: boolean): 'nothing' | 'skeleton' | 'content' {
  const [shownAt, setShownAt] = useState<number>();
  useEffect(() => {
    if (pending && shownAt === undefined) {
      const timer = setTimeout(() => setShownAt(performance.now()), APPEAR_AFTER);
      return () => clearTimeout(timer);
    }
    if (!pending && shownAt !== undefined) {
      const timer = setTimeout(() => setShownAt(undefined), Math.max(0, shownAt + STAY_FOR - performance.now()));
      return () => clearTimeout(timer);
    }
  }, [pending, shownAt]);
  if (shownAt !== undefined) return 'skeleton';
  return pending ? 'nothing' : 'content';
}
