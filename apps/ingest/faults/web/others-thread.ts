/**
 * The entry of the thread that works as another project: its list, its small trace and /api/healthz, one after the
 * other, each timed. A thread of its own, because the clients of a fault would delay its clock.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { OthersResult, OthersWork } from './others.ts';

/** The pause of a person who clicks fast. */
const PAUSE_MS = 25;
const GIVEN_UP_MS = 30_000;

const { url, paths, headers } = workerData as OthersWork;
const stopped = new AbortController();
const times: number[] = [];
const refused: string[] = [];

parentPort!.once('message', () => stopped.abort());
await Promise.all(paths.map(requestInTurn));
times.sort((left, right) => left - right);
const result: OthersResult = { answered: times.length, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, refused };
parentPort!.postMessage(result);

async function requestInTurn(path: string): Promise<void> {
  while (!stopped.signal.aborted) {
    const began = performance.now();
    const status = await statusOf(path);
    times.push(performance.now() - began);
    if (status !== '200') refused.push(`${path}: ${status}`);
    await delay(PAUSE_MS);
  }
}

async function statusOf(path: string): Promise<string> {
  try {
    const answer = await fetch(url + path, { headers, redirect: 'manual', signal: AbortSignal.timeout(GIVEN_UP_MS) });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return (error as Error).name;
  }
}
