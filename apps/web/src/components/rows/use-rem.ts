'use client';
// Converts a length in rem to pixels, with another length for narrow windows; it follows the user's text size.
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 52rem)';

export function useRem(wide: number, narrow = wide): number {
  const read = () => {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    return (matchMedia(NARROW).matches ? narrow : wide) * rem;
  };
  return useSyncExternalStore(subscribe, read, () => wide * 16);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}
