'use client';
// For what is read aloud: the newest word, but not every word.
import { useEffect, useRef, useState } from 'react';

/** The value, which changes at most once in so many milliseconds; the last one always arrives. */
export function useSeldom<Value>(value: Value, milliseconds: number): Value {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    if (Object.is(value, shown)) return;
    const wait = Math.max(0, changedAt.current + milliseconds - performance.now());
    const timer = setTimeout(() => {
      changedAt.current = performance.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, shown, milliseconds]);
  return shown;
}
