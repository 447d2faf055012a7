'use client';
// Input, thoughts in short and answer of the turns in view: loaded once, and again when a turn has new spans.
import { useEffect, useRef, useState } from 'react';
import { useTRPCClient, type RouterOutputs } from '../../lib/requests/trpc.ts';
import type { Turn } from './use-session.ts';

export type TurnText = RouterOutputs['sessions']['texts'][number];
interface LoadedText {
  stamp: string;
  /** undefined: loading failed. */
  text: TurnText | undefined;
}

const DEBOUNCE_MS = 100;
/** As many ids as fit into one URL. */
const MAX_AT_ONCE = 50;
const turnVersion = ({ endedAt, steps, calls, errors }: Turn) => `${endedAt.getTime()} ${steps} ${calls} ${errors}`;

export interface TurnTexts {
  /** `failed`, or undefined while it loads. */
  of: (turn: Turn) => TurnText | 'failed' | undefined;
  retry: () => void;
}

export function useTurnTexts(project: string, turns: readonly Turn[]): TurnTexts {
  const client = useTRPCClient();
  const [known, setKnown] = useState<ReadonlyMap<string, LoadedText>>(new Map());
  const isFirst = useRef(true);
  const wanted = turns.filter((turn) => known.get(turn.id)?.stamp !== turnVersion(turn)).slice(0, MAX_AT_ONCE);
  const request = wanted.map((turn) => `${turn.id}/${turnVersion(turn)}`).join(',');
  useEffect(() => {
    if (!request) return;
    const stamps = new Map(request.split(',').map((one) => one.split('/') as [string, string]));
    const abort = new AbortController();
    const load = async () => {
      const found = await client.sessions.texts
        .query({ project, turns: [...stamps.keys()].join(',') }, { signal: abort.signal })
        .catch(() => undefined);
      if (abort.signal.aborted) return;
      const texts = new Map(found?.map((text) => [text.id, text]));
      setKnown((before) => {
        const after = new Map(before);
        for (const [id, stamp] of stamps) after.set(id, { stamp, text: texts.get(id) ?? before.get(id)?.text });
        return after;
      });
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : DEBOUNCE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, project, request]);
  return {
    of: (turn) => {
      const found = known.get(turn.id);
      return found && (found.text ?? 'failed');
    },
    retry: () => setKnown((before) => new Map([...before].filter(([, { text }]) => text !== undefined))),
  };
}
