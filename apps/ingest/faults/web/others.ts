/** Another project at work during a fault (others-thread.ts): how long its requests take. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WebStage } from './web-stage.ts';
import { SMALL_TRACE } from './web-store.ts';

/** What the thread requests. */
export interface OthersWork {
  url: string;
  paths: string[];
  headers: Record<string, string>;
}

export interface OthersResult {
  answered: number;
  p99Ms: number;
  /** Status, or the name of the error, of requests that were not answered with 200. */
  refused: string[];
}

export interface Others {
  stop(): Promise<OthersResult>;
}

/** Resolves when the other project has begun. */
export async function watchOthers({ url, other, cookie }: WebStage): Promise<Others> {
  const paths = [
    '/api/healthz',
    '/api/v1/traces?limit=20',
    `/p/${other.slug}/traces/${SMALL_TRACE}`,
    `/p/${other.slug}/traces`,
  ];
  const workerData: OthersWork = { url, paths, headers: { cookie, authorization: `Bearer ${other.key}` } };
  const thread = new Worker(new URL('./others-thread.ts', import.meta.url), { workerData });
  await once(thread, 'online');
  return {
    async stop() {
      const result = once(thread, 'message');
      thread.postMessage('stop');
      return ((await result) as [OthersResult])[0];
    },
  };
}
