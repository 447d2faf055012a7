'use client';
// Moves over the turns of a session by keyboard, and scrolls to the turn in the URL.
import { useEffect, useRef, type RefObject } from 'react';
import { useRouter } from '../../lib/address/address-state.ts';
import { useRowKeys } from '../../components/rows/use-row-keys.ts';
import { comparePath, pagePath, sessionPath } from '../../lib/address/pages.ts';
import type { useOpenTurns } from './use-open-turns.ts';
import type { NumberedTurn, SessionAddress } from './use-session.ts';

interface TurnKeys extends SessionAddress {
  turns: readonly NumberedTurn[];
  onTurn: (turn: number | null) => void;
  opened: ReturnType<typeof useOpenTurns>;
  /** Index of the current turn; -1 = none. */
  current: number;
  pathOf: (index: number) => string;
  virtualizer: { scrollToIndex: (index: number, options?: { align: 'center' }) => void };
}

/** Returns a function that makes a turn the current one without scrolling. */
export function useTurnKeys(feed: RefObject<HTMLDivElement | null>, keys: TurnKeys) {
  const { project, session, turns, onTurn, opened, current, pathOf, virtualizer } = keys;
  const router = useRouter();
  // The turn of a link, of a click on the chart, or of going back.
  const moved = useRef<number>(-1);
  useEffect(() => {
    if (current < 0 || moved.current === current) return;
    moved.current = current;
    virtualizer.scrollToIndex(current, { align: 'center' });
  }, [current, virtualizer]);
  const move = (index: number) => {
    moved.current = index;
    onTurn(turns[index]?.number ?? null);
  };
  useRowKeys({
    count: turns.length,
    current,
    rows: feed,
    pathOf: (index) => `${sessionPath(project, session)}?turn=${turns[index]?.number ?? 1}`,
    onOpen: (index) => router.push(pathOf(index)),
    onMove: (index) => {
      if (index < 0 && current < 0) return router.push(pagePath(project, 'sessions'));
      move(index);
      if (index >= 0) virtualizer.scrollToIndex(index);
    },
    also: {
      peek: () => {
        const id = turns[current]?.id;
        if (id) opened.toggle(id);
      },
      compare: () => turns[current] && router.push(comparePath(project, turns[current].id)),
    },
  });
  return move;
}
