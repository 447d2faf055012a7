'use client';
// Limits how often a value changes, for screen reader announcements.
import { useEffect, useRef, useState } from 'react';

/** The value, changing at most once per `milliseconds`; the last value always arrives. */
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
