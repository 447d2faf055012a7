'use client';
// True a moment after the page was first drawn: for what nobody looks at yet.
import { useEffect, useState } from 'react';

/** Rows are drawn when their width has been measured, some frames after the page. */
const MOMENT_MS = 150;

export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), MOMENT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}
