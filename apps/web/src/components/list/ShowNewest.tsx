'use client';
// The number of new rows that wait above the list, and the button that shows them.
import { ArrowUp } from 'lucide-react';
import { exactCount } from '../../lib/figures/format.ts';
import { useSeldom } from '../../lib/time/use-seldom.ts';
import { Button } from '../controls/Button.tsx';

interface ShowNewestProps {
  waiting: number;
  /** There may be more than `waiting`. */
  orMore?: boolean;
  onShow: () => void;
}

/** The number is announced by screen readers. */
const SPEAKS_EVERY_MS = 5000;

export function ShowNewest({ waiting, orMore = false, onShow }: ShowNewestProps) {
  const told = useSeldom(waiting, SPEAKS_EVERY_MS);
  // Increases are announced rarely, the reset to zero at once.
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
