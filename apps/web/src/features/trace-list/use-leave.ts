'use client';
// What is remembered of the list when a trace is opened from it: the row, and the address to come back to.
import { useCallback } from 'react';
import { rememberList } from '../../lib/list-path.ts';

/** Kept while the app is open, so that Back finds its row. */
const lastOpened = new Map<string, string>();

export const lastOpenedIn = (project: string): string | undefined => lastOpened.get(project);

export function useLeave(project: string) {
  return useCallback(
    (id: string) => {
      lastOpened.set(project, id);
      rememberList(project, location.search);
    },
    [project],
  );
}
