'use client';
// Whether the trace on the screen was opened by a share link: then it is to be read, and nothing leads out of it.
import { createContext, useContext } from 'react';
import type { Shows } from './share.ts';

const SharedTraceContext = createContext<Shows | undefined>(undefined);

export const SharedTraceProvider = SharedTraceContext.Provider;

/** The kinds of text that the link shows; undefined for a member, who sees all. */
export const useSharedTrace = (): Shows | undefined => useContext(SharedTraceContext);
