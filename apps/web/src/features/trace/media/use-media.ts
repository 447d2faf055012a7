'use client';
// The media of a model call: one by one, when they are near the visible area.
import { useQuery } from '@tanstack/react-query';
import { useTRPC, type RouterInputs, type RouterOutputs } from '../../../lib/requests/trpc.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export type ShownMedia = RouterOutputs['trace']['seen']['messages'][number]['parts'][number]['media'][number];
export type MediaPlace = Omit<RouterInputs['trace']['mediaBytes'], 'project' | 'trace'>;

/** A stored span never changes. */
const FOREVER = { staleTime: Infinity } as const;

export function useMediaBytes(address: TraceAddress, place: MediaPlace, enabled: boolean) {
  const trpc = useTRPC();
  const alone = { trpc: { context: { alone: true } } };
  const options = trpc.trace.mediaBytes.queryOptions({ ...address, ...place }, alone);
  // Images are large, and are soon shown again or never.
  return useQuery({ ...options, ...FOREVER, gcTime: 60_000, enabled });
}

export function useAnswerMedia(address: TraceAddress, spanId: string, enabled: boolean) {
  const trpc = useTRPC();
  return useQuery({ ...trpc.trace.answerMedia.queryOptions({ ...address, spanId }), ...FOREVER, enabled });
}
