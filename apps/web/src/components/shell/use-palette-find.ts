'use client';
// What the project has under the typed text. One request a pause in typing; one that is no longer needed is canceled.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTRPCClient, type RouterOutputs } from '../../lib/requests/trpc.ts';
import { useSettled } from '../../lib/time/use-settled.ts';

export type PaletteFinds = RouterOutputs['palette']['find'];

const SETTLED_MS = 180;
/** One letter is in nearly every name. */
const MIN_CHARACTERS = 2;

export function usePaletteFind(project: string, typed: string) {
  const client = useTRPCClient();
  const text = typed.trim();
  const q = useSettled(text, SETTLED_MS);
  const isSought = text.length >= MIN_CHARACTERS;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['palette', project, q],
    // In a request of its own, so that it delays no query of the page.
    queryFn: ({ signal }) => client.palette.find.query({ project, q }, { signal, context: { alone: true } }),
    enabled: isSought && q.length >= MIN_CHARACTERS,
    placeholderData: keepPreviousData,
  });
  const isSettled = text === q && !isPlaceholderData;
  return {
    finds: isSought ? data : undefined,
    error: isSought && isSettled ? error : null,
    isSearching: isSought && !(isSettled && (data || error)),
    retry: () => void refetch(),
  };
}
