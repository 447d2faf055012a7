/**
 * A fault, and how one is run: senders at work, the blow, senders until everything is acknowledged, and the comparison
 * with what is stored.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ingest-process.ts';
import { Ledger, type Totals } from './ledger.ts';
import { startSystem, type System, type SystemOptions } from './system.ts';

/** How hard a run strikes. */
export interface Scale {
  name: 'short' | 'long';
  /** Times that something is killed or cut. */
  blows: number;
  awayMs: number;
  slowClients: number;
  slowMs: number;
  /** Others beside slow clients; as it should be only where nothing else runs on the machine. */
  servedWithinMs: number;
  /** How often a large request is sent at the same time. */
  atOnce: number;
  /** Every so many bytes of a body are flipped or cut. */
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
  /** Notes that something is not as it should be, and goes on. */
  expect(isTrue: boolean, otherwise: string): void;
}

export interface Fault {
  name: string;
  /** One sentence for the report: what is done, and what has to hold besides that nothing is lost or doubled. */
  what: string;
  options?(scale: Scale): Promise<SystemOptions>;
  /** Why it cannot be tried on this machine. */
  impossible?(): Promise<string | undefined>;
  /** What senders may be answered meanwhile, besides 200; 0 = nothing. */
  answers: readonly number[];
  strike(stage: Stage): Promise<void>;
  /** When the system is gone. */
  cleanUp?(): Promise<void>;
}

export interface FaultResult extends Totals {
  peakMemory: number;
  problems: string[];
}

/**
 * What the process may hold: its code and tables (about 150 MiB), and for each of the 128 MiB of requests that it takes
 * in at once what decoding, rows and statements make of them.
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

/** Whether /readyz comes to answer so in time. */
export async function settles({ port }: System, status: number): Promise<boolean> {
  const deadline = Date.now() + SETTLED_MS;
  while (Date.now() < deadline) {
    if ((await ask(port, '/readyz')) === status) return true;
    await delay(20);
  }
  return false;
}
