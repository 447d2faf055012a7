'use client';
// Which turns show their thoughts: all or none by the URL, plus turns toggled one by one, which this tab remembers.
import { useEffect, useState } from 'react';
import type { SessionAddress } from './use-session.ts';

const MAX_REMEMBERED = 500;

export function useOpenTurns({ project, session }: SessionAddress, all: boolean) {
  const place = `subtext.thoughts ${project} ${session}`;
  const [turned, setTurned] = useState<ReadonlySet<string>>(() => read(place));
  useEffect(() => {
    try {
      if (turned.size > 0) sessionStorage.setItem(place, JSON.stringify([...turned].slice(-MAX_REMEMBERED)));
      else sessionStorage.removeItem(place);
    } catch {
      // Storage is full or blocked: the state lasts as long as the page is open.
    }
  }, [place, turned]);
  return {
    isOpen: (turn: string) => turned.has(turn) !== all,
    toggle: (turn: string) =>
      setTurned((before) => {
        const after = new Set(before);
        if (!after.delete(turn)) after.add(turn);
        return after;
      }),
    /** Called when "all" or "none" is selected again. */
    forget: () => setTurned(new Set<string>()),
  };
}

function read(place: string): ReadonlySet<string> {
  if (typeof sessionStorage === 'undefined') return new Set();
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
