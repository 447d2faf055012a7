'use client';
// The pieces of a long text that were scrolled into view, in chunks.
import { useQueries, useQueryClient, type QueryFunction } from '@tanstack/react-query';
import type { TRPCQueryKey } from '@trpc/tanstack-react-query';
import { useCallback, useMemo, useState } from 'react';
import { foldBase64 } from '../json/fold-base64.ts';
import { PIECE } from './load-pieces.ts';
import { chunksOf, type Chunk, type LoadedPiece } from './long-text.ts';

interface TextPiece {
  text: string;
  totalCharacters: number;
}

/** The query for the piece that begins at a character. */
export type AskPiece = (offset: number) => {
  queryKey: TRPCQueryKey;
  queryFn?: QueryFunction<TextPiece | null, TRPCQueryKey, never>;
};

/** `useQueries` caches the result of `select` only as long as the function is the same. */
const SELECT = {
  thinking: (piece: TextPiece | null): Chunk[] => chunksOf(drawn(piece?.text ?? '')),
  saying: (piece: TextPiece | null): Chunk[] => chunksOf(foldBase64(drawn(piece?.text ?? ''), true)),
};

const drawn = (text: string): string => text.replaceAll('\r\n', '\n');

export function useTextPieces(count: number, ask: AskPiece, voice: 'thinking' | 'saying' | 'doing') {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<readonly number[]>([0]);
  const select = SELECT[voice === 'thinking' ? 'thinking' : 'saying'];
  const optionsOf = (piece: number) => ({ ...ask(piece * PIECE), staleTime: Infinity });
  const answers = useQueries({
    queries: wanted.map((piece) => ({ ...optionsOf(piece), select, structuralSharing: false })),
    combine: (results) => results.map(({ data, isError }) => data ?? (isError ? ('failed' as const) : undefined)),
  });
  const pieces = useMemo(() => {
    const all = Array.from<LoadedPiece>({ length: count });
    wanted.forEach((piece, index) => (all[piece] = answers[index]));
    return all;
  }, [count, wanted, answers]);
  const want = useCallback((more: readonly number[]) => {
    setWanted((before) =>
      more.every((piece) => before.includes(piece)) ? before : [...new Set([...before, ...more])],
    );
  }, []);
  return {
    pieces,
    want,
    retry: (piece: number) => void client.refetchQueries({ queryKey: ask(piece * PIECE).queryKey, exact: true }),
    fetchPiece: async (piece: number) => select(await client.fetchQuery(optionsOf(piece))),
  };
}
