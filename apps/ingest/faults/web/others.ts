/** Another project at work meanwhile: its list, its small trace and /api/healthz, one after the other, each timed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WebStage } from './web-stage.ts';
import { SMALL_TRACE } from './web-store.ts';

/** A person who clicks fast. */
const PAUSE_MS = 25;
const GIVEN_UP_MS = 30_000;

export interface Others {
  stop(): Promise<OthersResult>;
}

export interface OthersResult {
  answered: number;
  p99Ms: number;
  /** Status, or the name of the error, of what was not answered 200. */
  refused: string[];
}

export function watchOthers(stage: WebStage): Others {
  const stopped = new AbortController();
  const times: number[] = [];
  const refused: string[] = [];
  const askInTurn = async (path: string) => {
    while (!stopped.signal.aborted) {
      const began = performance.now();
      const status = await statusOf(stage, path);
      times.push(performance.now() - began);
      if (status !== '200') refused.push(`${path}: ${status}`);
      await delay(PAUSE_MS);
    }
  };
  const all = pathsOf(stage).map(askInTurn);
  return {
    async stop() {
      stopped.abort();
      await Promise.all(all);
      times.sort((left, right) => left - right);
      return { answered: times.length, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, refused };
    },
  };
}

const pathsOf = ({ other }: WebStage) => [
  '/api/healthz',
  `/api/v1/traces?limit=20`,
  `/p/${other.slug}/traces/${SMALL_TRACE}`,
  `/p/${other.slug}/traces`,
];

async function statusOf({ url, other, cookie }: WebStage, path: string): Promise<string> {
  const headers = { cookie, authorization: `Bearer ${other.key}` };
  try {
    const answer = await fetch(url + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(GIVEN_UP_MS) });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return (error as Error).name;
  }
}
