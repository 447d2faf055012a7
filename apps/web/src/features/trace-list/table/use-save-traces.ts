'use client';
// Saves selected traces as one JSON file. They are loaded one after the other, and the browser keeps what has arrived
// on disk.
import { useEffect, useRef, useState } from 'react';
import { tracePath } from '../../../lib/address/pages.ts';
import { plural } from '../../../lib/figures/format.ts';
import { saveBlob } from '../../../lib/files/save-file.ts';
import { fetchInTurn } from '../../../lib/requests/fetch-in-turn.ts';
import { toast } from '../../../lib/toast.ts';

export function useSaveTraces(project: string, traces: readonly string[]) {
  /** Number of loaded traces; null = not running. */
  const [saved, setSaved] = useState<number | null>(null);
  const running = useRef<symbol>(undefined);
  useEffect(() => () => (running.current = undefined), []);
  const save = async () => {
    const run = Symbol();
    running.current = run;
    const parts: BlobPart[] = [];
    for (const [index, trace] of traces.entries()) {
      setSaved(index);
      const answer = await fetchInTurn(`${tracePath(project, trace)}/export?as=json`);
      parts.push(index === 0 ? '[' : ',', await answer.blob());
      if (running.current !== run) return;
    }
    saveBlob(`traces-${traces.length}.json`, new Blob([...parts, ']'], { type: 'application/json' }));
    toast(`${plural(traces.length, 'trace')} saved as JSON.`);
  };
  const press = () => {
    if (saved !== null) {
      running.current = undefined;
      return setSaved(null);
    }
    void save()
      .catch((error: unknown) => toast('The traces could not be saved', error instanceof Error ? error.message : ''))
      .finally(() => setSaved(null));
  };
  return { saved, press };
}
