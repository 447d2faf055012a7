'use client';
// The turns, oldest first, virtualized, with keyboard navigation. Scrolls to the turn in the URL.
import { useRef } from 'react';
import type { DescribedKey } from '../../components/controls/KeyHint.tsx';
import { ListFoot } from '../../components/list/ListFoot.tsx';
import { useRem } from '../../components/rows/use-rem.ts';
import { useWindowRows } from '../../components/rows/use-window-rows.ts';
import { tracePath } from '../../lib/address/pages.ts';
import { TurnItem } from './TurnItem.tsx';
import type { useOpenTurns } from './use-open-turns.ts';
import type { NumberedTurn, SessionAddress } from './use-session.ts';
import { useTurnKeys } from './use-turn-keys.ts';
import { useTurnTexts } from './use-turn-texts.ts';
import styles from './session.module.css';

interface TurnFeedProps extends SessionAddress {
  turns: readonly NumberedTurn[];
  /** The number of the current turn. */
  turn: number | null;
  onTurn: (turn: number | null) => void;
  opened: ReturnType<typeof useOpenTurns>;
}

/** Height of a collapsed turn before it is measured. */
const HEIGHT_REM = 6.5;

const KEYS_OF_TURNS: readonly DescribedKey[] = [
  { ids: ['previous', 'next'], does: 'move' },
  { ids: ['peek'], does: 'thoughts' },
  { ids: ['open'], does: 'open trace' },
  { ids: ['compare'], does: 'compare' },
  { ids: ['copyLink'], does: 'copy link' },
];

export function TurnFeed({ project, session, turns, turn, onTurn, opened }: TurnFeedProps) {
  const feed = useRef<HTMLDivElement>(null);
  const { virtualizer, items, margin } = useWindowRows({
    count: turns.length,
    keyOf: (index) => turns[index]?.id ?? '',
    height: useRem(HEIGHT_REM),
    rows: feed,
  });
  const shown = items.flatMap(({ index }) => turns[index] ?? []);
  const texts = useTurnTexts(project, shown);
  const current = turns.findIndex(({ number }) => number === turn);
  const pathOf = (index: number) => tracePath(project, turns[index]?.id ?? '');
  const move = useTurnKeys(feed, { project, session, turns, onTurn, opened, current, pathOf, virtualizer });
  return (
    <>
      <div
        role="feed"
        aria-label="Turns"
        ref={feed}
        className={styles.feed}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const one = turns[index];
          return (
            one && (
              <TurnItem
                key={key}
                ref={virtualizer.measureElement}
                project={project}
                turn={one}
                before={turns[index - 1]}
                text={texts.of(one)}
                onRetry={texts.retry}
                href={pathOf(index)}
                place={{ index, top: start - margin, of: turns.length }}
                current={index === current}
                tabStop={index === Math.max(current, 0)}
                open={opened.isOpen(one.id)}
                onToggle={() => opened.toggle(one.id)}
                onFocus={() => {
                  if (index !== current) move(index);
                }}
              />
            )
          );
        })}
      </div>
      <ListFoot keys={KEYS_OF_TURNS} />
    </>
  );
}
