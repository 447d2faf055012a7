'use client';
// Skeletons appear after 200 ms and stay for at least 300 ms: a fast response shows none, a slow one does not flicker.
import { useEffect, useState } from 'react';

const APPEAR_AFTER = 200;
const STAY_FOR = 300;

/** What to render while something is pending: nothing yet, the skeleton, or the content. */
export function useSkeleton(pending: boolean): 'nothing' | 'skeleton' | 'content' {
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
