'use client';
// Delays a value that changes with every key press until the user pauses, so that each request is worth its answer.
import { useEffect, useState } from 'react';

/** The value as it was when it had not changed for `milliseconds`. */
export function useSettled<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
