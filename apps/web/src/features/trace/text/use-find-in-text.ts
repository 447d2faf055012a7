'use client';
// Moves between matches in a long text, through pieces that have not been loaded yet.
import { useState } from 'react';
import { markedParts } from '../../../lib/text/find-marks.ts';
import { toast } from '../../../lib/toast.ts';
import type { Chunk } from './long-text.ts';

/** A chunk of a piece. */
export interface ChunkPosition {
  piece: number;
  at: number;
}

interface FindInText {
  /** Number of pieces of the text. */
  count: number;
  find: string;
  fetchPiece: (piece: number) => Promise<readonly Chunk[]>;
  /** The visible piece, where the first search begins. */
  from: number;
  /** The last match. */
  place: ChunkPosition | undefined;
}

export function useFindInText({ count, find, fetchPiece, from, place }: FindInText) {
  const [isLooking, setLooking] = useState(false);
  const findNext = async (): Promise<ChunkPosition | undefined> => {
    setLooking(true);
    try {
      const next = await nextPosition({ count, find, fetchPiece }, place ?? { piece: from, at: -1 });
      if (!next) toast('These words are not in this text.');
      return next;
    } catch (error) {
      toast('Could not look further', String(error));
      return undefined;
    } finally {
      setLooking(false);
    }
  };
  return { findNext, isLooking };
}

/** Searches after `place`, then wraps around to the beginning. */
export async function nextPosition(
  { count, find, fetchPiece }: Pick<FindInText, 'count' | 'find' | 'fetchPiece'>,
  { piece: start, at: behind }: ChunkPosition,
): Promise<ChunkPosition | undefined> {
  for (let step = 0; step <= count; step++) {
    const piece = (start + step) % count;
    const chunks = await fetchPiece(piece);
    const at = chunks.findIndex((chunk, index) => (step > 0 || index > behind) && hasWords(chunk, find));
    if (at >= 0) return { piece, at };
  }
  return undefined;
}

const hasWords = ({ text }: Chunk, find: string): boolean => markedParts(text, find).length > 1;
