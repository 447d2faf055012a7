/**
 * A fault and how it runs: senders send, the fault strikes, senders continue until everything is acknowledged, and then
 * the stored spans are compared with the acknowledged ones.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ingest-process.ts';
import { Ledger, type Totals } from './ledger.ts';
import { startSystem, type System, type SystemOptions } from './system.ts';

/** The size of a run. */
export interface Scale {
  name: 'short' | 'long';
  /** How often a process is killed or a connection cut. */
  blows: number;
  awayMs: number;
  slowClients: number;
  slowMs: number;
  /** Limit for other senders beside slow clients; the real goal only on an otherwise idle machine. */
  servedWithinMs: number;
  /** How often a large request is sent at the same time. */
  atOnce: number;
  /** A body is flipped or cut at every position that is a multiple of this. */
  flipEvery: number;
}

export const SHORT: Scale = {
  name: 'short',
  blows: 2,
  awayMs: 3_000,
  slowClients: 100,
  slowMs: 4_000,
  servedWithinMs: 30_000,
  atOnce: 1,
  flipEvery: 11,
};
export const LONG: Scale = {
  name: 'long',
  blows: 10,
  awayMs: 60_000,
  slowClients: 1_000,
  slowMs: 30_000,
  servedWithinMs: 2_000,
  atOnce: 2,
  flipEvery: 1,
};

export interface Stage {
  system: System;
  ledger: Ledger;
  scale: Scale;
  /** Records a problem if the condition is false, and continues. */
  expect(isTrue: boolean, otherwise: string): void;
}

export interface Fault {
  name: string;
  /** One sentence for the report: what the fault does, and what must hold besides that no span is lost or doubled. */
  what: string;
  options?(scale: Scale): Promise<SystemOptions>;
  /** Why it cannot be tried on this machine. */
  impossible?(): Promise<string | undefined>;
  /** Status codes that senders may get meanwhile, besides 200; 0 = no response. */
  answers: readonly number[];
  strike(stage: Stage): Promise<void>;
  /** Runs after the system has stopped. */
  cleanUp?(): Promise<void>;
}

export interface FaultResult extends Totals {
  peakMemory: number;
  problems: string[];
}

/**
 * Memory limit of the process: its code and tables (about 150 MiB), and the decoded values, rows and statements of the
 * 128 MiB of requests that it accepts at once.
 */
export const MEMORY_BOUND = 1_536 * 1024 ** 2;

const SENDERS = 6;
const SETTLED_MS = 30_000;

export async function runFault(fault: Fault, scale: Scale): Promise<FaultResult> {
  const system = await startSystem(await fault.options?.(scale));
  const problems: string[] = [];
  const expect = (isTrue: boolean, otherwise: string) => void (isTrue || problems.push(otherwise));
  const ledger = new Ledger(system);
  try {
    ledger.start(SENDERS);
    await ledger.acknowledges(SENDERS);
    await system.ingest.forgetPeak();
    await fault.strike({ system, ledger, scale, expect });
    await ledger.acknowledges(SENDERS);
    await ledger.stop();
    expect(await settles(system, 200), '/readyz does not say that it is ready again');
    expect((await ask(system.port, '/healthz')) === 200, '/healthz does not answer');
    const totals = await ledger.compare();
    const peakMemory = await system.ingest.peakMemory();
    return { ...totals, peakMemory, problems: [...problems, ...judge(fault, ledger, { ...totals, peakMemory })] };
  } finally {
    await system.close();
    await fault.cleanUp?.();
  }
}

function judge(fault: Fault, ledger: Ledger, totals: Totals & { peakMemory: number }): string[] {
  const odd = [...ledger.answers].filter(([status]) => status !== 200 && !fault.answers.includes(status));
  return [
    totals.lost > 0 && `${totals.lost} acknowledged spans are lost`,
    totals.doubled > 0 && `${totals.doubled} spans are stored twice`,
    totals.wrongSums > 0 && `${totals.wrongSums} sums are not what the spans say`,
    totals.peakMemory > MEMORY_BOUND && `memory reached ${mebibytes(totals.peakMemory)} MiB`,
    ledger.withoutRetryAfter > 0 && `${ledger.withoutRetryAfter} answers did not say when to send again (Retry-After)`,
    ...odd.map(([status, count]) => `${count} requests were answered ${status === 0 ? 'not at all' : status}`),
  ].filter((problem) => problem !== false);
}

export const mebibytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

/** Resolves to true if /readyz returns this status in time. */
export async function settles({ port }: System, status: number): Promise<boolean> {
  const deadline = Date.now() + SETTLED_MS;
  while (Date.now() < deadline) {
    if ((await ask(port, '/readyz')) === status) return true;
    await delay(20);
  }
  return false;
}
