'use client';
// The context of a model call: its outline page by page, each text in pieces.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC, type RouterInputs, type RouterOutputs } from '../../../../lib/requests/trpc.ts';
import { loadPieces } from '../../text/load-pieces.ts';
import type { TraceAddress } from '../../navigation/trace-address.ts';

export type ModelContext = RouterOutputs['trace']['seen'];
export type ContextMessage = ModelContext['messages'][number];
export type ContextPart = ContextMessage['parts'][number];
export type ContextTextAddress = Pick<RouterInputs['trace']['seenText'], 'section' | 'index' | 'part'>;

/** A stored request never changes. */
const FOREVER = { staleTime: Infinity } as const;

export function useModelContext(address: TraceAddress, spanId: string, offset: number) {
  const trpc = useTRPC();
  const alone = { trpc: { context: { alone: true } } };
  return useQuery({ ...trpc.trace.seen.queryOptions({ ...address, spanId, offset }, alone), ...FOREVER });
}

export function useContextText(address: TraceAddress, spanId: string, place: ContextTextAddress & { offset: number }) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.trace.seenText.queryOptions({ ...address, spanId, ...place }), ...FOREVER });
}

/** The query for the piece of a text that begins at a character. */
export function useAskSeenText(address: TraceAddress, spanId: string, place: ContextTextAddress) {
  const trpc = useTRPC();
  return (offset: number) => trpc.trace.seenText.queryOptions({ ...address, spanId, ...place, offset });
}

/** Loads a whole text of the given length. */
export function useLoadSeenText(address: TraceAddress, spanId: string, place: ContextTextAddress) {
  const client = useQueryClient();
  const ask = useAskSeenText(address, spanId, place);
  return (total: number) => loadPieces(total, (offset) => client.fetchQuery({ ...ask(offset), ...FOREVER }));
}
