'use client';
// A text too long for the page: it has its own scroll container, mounts only the visible lines, and loads pieces when
// they scroll into view.
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { PlainText } from '../../../components/text/PlainText.tsx';
import { Skeleton } from '../../../components/states/Skeleton.tsx';
import { ThoughtText } from '../../../components/text/ThoughtText.tsx';
import { exactCount } from '../../../lib/figures/format.ts';
import { PIECE } from './load-pieces.ts';
import { rowsOf, waitingIn, type LongRow } from './long-text.ts';
import { TakeText } from './TakeText.tsx';
import { useChunks } from './use-chunks.ts';
import { useFindInText, type ChunkPosition } from './use-find-in-text.ts';
import { useTextPieces, type AskPiece } from './use-text-pieces.ts';
// First, because the box has another height than a short text.
import block from './text-block.module.css';
import styles from './long-text.module.css';

interface LongTextProps {
  /** The name of the text on the screen and of the downloaded file. */
  name: string;
  file: string;
  voice: 'thinking' | 'saying' | 'doing';
  total: number;
  ask: AskPiece;
  load: () => Promise<string>;
  find: string;
}

export function LongText({ name, file, voice, total, ask, load, find }: LongTextProps) {
  const { pieces, want, retry, fetchPiece } = useTextPieces(Math.ceil(total / PIECE), ask, voice);
  const rows = useMemo(() => rowsOf(pieces), [pieces]);
  const [place, setPlace] = useState<ChunkPosition>();
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useChunks(scroller, rows, place);
  const items = virtualizer.getVirtualItems();
  useEffect(() => {
    const { isScrolling, range } = virtualizer;
    const isLoaded = (piece: number) => Array.isArray(pieces[piece]);
    // Dragging the scrollbar past pieces does not load each of them; reading on in either direction finds the next one
    // loaded.
    const wanted = items.flatMap(({ index }) =>
      waitingIn(rows[index]).filter((piece) => {
        const isInSight = range !== null && index >= range.startIndex && index <= range.endIndex;
        return (isInSight && !isScrolling) || isLoaded(piece - 1) || isLoaded(piece + 1);
      }),
    );
    want(wanted);
  });
  const top = rows[items[0]?.index ?? 0]?.piece ?? 0;
  const { findNext, isLooking } = useFindInText({ count: pieces.length, find, fetchPiece, from: top, place });
  const goNext = async () => {
    const next = await findNext();
    if (next) want([next.piece]);
    if (next) setPlace(next);
  };
  return (
    <>
      <div
        ref={scroller}
        className={[block[voice], styles.box].join(' ')}
        dir="auto"
        tabIndex={0}
        role="group"
        aria-label={name}
      >
        <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start, size }) => (
            <div
              key={rows[index]?.key}
              ref={waitingIn(rows[index]).length === 0 ? virtualizer.measureElement : undefined}
              data-index={index}
              className={styles.row}
              style={{ top: start, ...(waitingIn(rows[index]).length > 0 && { height: size }) }}
            >
              <Row row={rows[index]} voice={voice} find={find} retry={retry} />
            </div>
          ))}
        </div>
      </div>
      <p className={styles.foot}>
        {exactCount(total)} characters{' '}
        {find.trim() && (
          <Button onClick={() => void goNext()} disabled={isLooking}>
            Next “<PlainText text={find.trim()} />”
          </Button>
        )}
        <TakeText name={file} total={total} load={load} />
      </p>
    </>
  );
}

type RowProps = Pick<LongTextProps, 'voice' | 'find'> & { row: LongRow | undefined; retry: (piece: number) => void };

function Row({ row, voice, find, retry }: RowProps) {
  if (!row || ('lack' in row && row.lack === 'waiting')) return <Skeleton width="80%" height="0.75rem" />;
  if ('lack' in row)
    return (
      <ErrorState
        inline
        title="This part of the text could not be loaded."
        error="The rest is there."
        onRetry={() => retry(row.piece)}
      />
    );
  if (voice === 'thinking') return <ThoughtText text={row.chunk.text} find={find} />;
  return <PlainText text={row.chunk.text} find={find} />;
}
