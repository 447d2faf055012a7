'use client';
// True if the trace was opened with a share link: it is then read-only and has no links to other pages.
import { createContext, useContext } from 'react';
import type { Shows } from './share.ts';

const SharedTraceContext = createContext<Shows | undefined>(undefined);

export const SharedTraceProvider = SharedTraceContext.Provider;

/** The kinds of text that the link shows; undefined for members, who see everything. */
export const useSharedTrace = (): Shows | undefined => useContext(SharedTraceContext);
