'use client';
// Limits of a trace page: opened with a share link it is read-only and has no links to other pages, and it shows only
// some kinds of text. An analyst sees none.
import { createContext, useContext } from 'react';
import { useReadsTexts } from '../account/rights.ts';
import type { Shows } from './share.ts';

const SharedTraceContext = createContext<Shows | undefined>(undefined);

export const SharedTraceProvider = SharedTraceContext.Provider;

/** The kinds of text that the link shows; undefined for members. */
export const useSharedTrace = (): Shows | undefined => useContext(SharedTraceContext);

/** What stands in place of requests, context and raw spans; undefined = they can be read. */
export function useTextRefusal(): string | undefined {
  const shared = useSharedTrace();
  const readsTexts = useReadsTexts();
  if (shared) return 'Not shared.';
  return readsTexts ? undefined : 'Your role shows no texts.';
}
