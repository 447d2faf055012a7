'use client';
// What the list remembers when a trace is opened from it: the row, and the URL to return to.
import { useCallback } from 'react';
import { rememberList } from '../../lib/address/list-path.ts';

/** Survives navigation inside the app, so that going back finds the row. */
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
