'use client';
// How many new rows wait above the list, and the way to show them.
import { ArrowUp } from 'lucide-react';
import { exactCount } from '../../lib/format.ts';
import { useSeldom } from '../../lib/use-seldom.ts';
import { Button } from '../Button.tsx';

interface ShowNewestProps {
  waiting: number;
  /** There may be more. */
  orMore?: boolean;
  onShow: () => void;
}

/** It is read aloud. */
const SPEAKS_EVERY_MS = 5000;

export function ShowNewest({ waiting, orMore = false, onShow }: ShowNewestProps) {
  const told = useSeldom(waiting, SPEAKS_EVERY_MS);
  // That more wait is told seldom, that they are shown at once.
  const count = Math.min(waiting, told);
  return (
    <span role="status">
      {count > 0 && (
        <Button look="primary" onClick={onShow}>
          <ArrowUp size={14} aria-hidden /> {exactCount(count)}
          {orMore && '+'} new
        </Button>
      )}
    </span>
  );
}
