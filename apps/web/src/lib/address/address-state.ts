'use client';
// State in the URL, and navigation to other pages, coordinated so that a URL update never undoes a navigation.
import { useRouter as useNextRouter } from 'next/navigation';
import { useQueryState as useNuqsState, useQueryStates as useNuqsStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { watchLeaving } from './leaving.ts';

const leaving = watchLeaving({ path: () => location.pathname, now: () => performance.now() });
if (typeof window !== 'undefined') window.addEventListener('popstate', leaving.stay);

type Setter = (...change: never[]) => Promise<URLSearchParams>;

/** The same function for the same setter. */
function useFollowing<Change extends Setter>(set: Change): Change {
  return useCallback(
    (...change: Parameters<Change>) =>
      leaving.follow(() => set(...change)).then((written) => written ?? new URLSearchParams()),
    [set],
  ) as Change;
}

/** nuqs's hook; everything that writes the URL must use this one. */
export const useQueryStates = ((...given: Parameters<typeof useNuqsStates>) => {
  const [state, set] = useNuqsStates(...given);
  return [state, useFollowing(set)];
}) as typeof useNuqsStates;

export const useQueryState = ((...given: Parameters<typeof useNuqsState>) => {
  const [state, set] = useNuqsState(...given);
  return [state, useFollowing(set as Setter)];
}) as typeof useNuqsState;

/** Next's router; everything that navigates must use this one. */
export function useRouter() {
  const router = useNextRouter();
  return useMemo(
    () => ({
      ...router,
      push: (to: string) => leaving.leave(to, () => router.push(to)),
      replace: (to: string) => leaving.leave(to, () => router.replace(to)),
    }),
    [router],
  );
}
