'use client';
// State that is kept in the address, and the ways to other pages, so that the first never takes back the second.
import { useRouter as useNextRouter } from 'next/navigation';
import { useQueryState as useNuqsState, useQueryStates as useNuqsStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { watchLeaving } from './leaving.ts';

const leaving = watchLeaving({ path: () => location.pathname, now: () => performance.now() });
if (typeof window !== 'undefined') window.addEventListener('popstate', leaving.stay);

type Setter = (...change: never[]) => Promise<URLSearchParams>;

/** The same setter as long as it is. */
function useFollowing<Change extends Setter>(set: Change): Change {
  return useCallback(
    (...change: Parameters<Change>) =>
      leaving.follow(() => set(...change)).then((written) => written ?? new URLSearchParams()),
    [set],
  ) as Change;
}

/** As nuqs has them, for whatever writes the address. */
export const useQueryStates = ((...given: Parameters<typeof useNuqsStates>) => {
  const [state, set] = useNuqsStates(...given);
  return [state, useFollowing(set)];
}) as typeof useNuqsStates;

export const useQueryState = ((...given: Parameters<typeof useNuqsState>) => {
  const [state, set] = useNuqsState(...given);
  return [state, useFollowing(set as Setter)];
}) as typeof useNuqsState;

/** Next's router. */
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
