'use client';
// Loads texts by id, in pieces.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC, type RouterInputs } from '../../../lib/requests/trpc.ts';
import { loadPieces } from './load-pieces.ts';
import type { TraceAddress } from '../navigation/trace-address.ts';

export type TextField = RouterInputs['trace']['text']['field'];
export interface TextAddress {
  /** `<span id>:<index>` */
  key: string;
  field: TextField;
  block?: number;
  offset?: number;
}

/** A stored text never changes. */
const FOREVER = { staleTime: Infinity } as const;

export function useCallText(address: TraceAddress, text: TextAddress | undefined) {
  const trpc = useTRPC();
  const options = trpc.trace.text.queryOptions({ ...address, ...inputOf(text) });
  return useQuery({ ...options, ...FOREVER, enabled: text !== undefined });
}

export function useCallTexts(address: TraceAddress, texts: readonly TextAddress[]) {
  const trpc = useTRPC();
  return useQueries({
    queries: texts.map((text) => ({ ...trpc.trace.text.queryOptions({ ...address, ...inputOf(text) }), ...FOREVER })),
  });
}

/** The query for the piece of a text that begins at a character. */
export function useAskCallText(address: TraceAddress, text: TextAddress) {
  const trpc = useTRPC();
  return (offset: number) => trpc.trace.text.queryOptions({ ...address, ...inputOf({ ...text, offset }) });
}

/** Loads a whole text of the given length. */
export function useLoadCallText(address: TraceAddress, text: TextAddress) {
  const client = useQueryClient();
  const ask = useAskCallText(address, text);
  return (total: number) => loadPieces(total, (offset) => client.fetchQuery({ ...ask(offset), ...FOREVER }));
}

function inputOf(text: TextAddress | undefined) {
  const [spanId = '', index = '0'] = (text?.key ?? '').split(':');
  const { field = 'thought', block = 0, offset = 0 } = text ?? {};
  return { spanId, index: Number(index), field, block, offset } as const;
}
