/**
 * A fault of the web app, and how one is run: what a client does, while another project works, with memory and event
 * loop measured.
 */
import { mebibytes } from '../fault.ts';
import { watchOthers, type OthersResult } from './others.ts';
import type { WebStage } from './web-stage.ts';

export interface WebScale {
  name: 'short' | 'long';
  /** Spans in the long trace. */
  spans: number;
  /** Bound of the other project's p99 meanwhile. */
  servedWithinMs: number;
  longestBlockMs: number;
  /** Percent of the clients. */
  clientsPercent: number;
  /** Size of the payload of the step with a large context. */
  payloadBytes: number;
}

export const WEB_LONG: WebScale = {
  name: 'long',
  spans: 200_000,
  servedWithinMs: 300,
  longestBlockMs: 250,
  clientsPercent: 100,
  payloadBytes: 20 * 1024 ** 2,
};
/**
 * In a test: others are answered at all. How fast depends on what else the machine does, so only the long run bounds
 * that.
 */
export const WEB_SHORT: WebScale = {
  name: 'short',
  spans: 20_000,
  servedWithinMs: 30_000,
  longestBlockMs: 30_000,
  clientsPercent: 50,
  payloadBytes: 6 * 1024 ** 2,
};

/** The web process itself, which starts with about 400 MiB. */
export const WEB_MEMORY_BOUND = 1_024 * 1024 ** 2;
/** All readers together: the limit of each heap and what lies beside it. */
export const READERS_MEMORY_BOUND = 2_560 * 1024 ** 2;

export interface WebAttack {
  stage: WebStage;
  scale: WebScale;
  /** Reports a problem when it is not true, and goes on. */
  expect(isTrue: boolean, otherwise: string): void;
}

export interface WebFault {
  name: string;
  /** One sentence for the report: the load, and what has to hold besides the bounds. */
  what: string;
  strike(attack: WebAttack): Promise<void>;
}

export interface WebFaultResult {
  seconds: number;
  peakMemory: number;
  peakMemoryOfReaders: number;
  longestBlockMs: number;
  others: OthersResult;
  problems: string[];
}

export async function runWebFault(stage: WebStage, fault: WebFault, scale: WebScale): Promise<WebFaultResult> {
  const problems: string[] = [];
  const expect = (isTrue: boolean, otherwise: string) => void (isTrue || problems.push(otherwise));
  await stage.web.forget();
  const watch = await watchOthers(stage);
  const began = performance.now();
  await fault.strike({ stage, scale, expect });
  const seconds = (performance.now() - began) / 1000;
  const others = await watch.stop();
  const [peakMemory, peakMemoryOfReaders] = [await stage.web.peakMemory(), await stage.web.peakMemoryOfReaders()];
  const longestBlockMs = await stage.web.longestBlock();
  expect(peakMemory <= WEB_MEMORY_BOUND, `memory reached ${mebibytes(peakMemory)} MiB`);
  const readers = mebibytes(peakMemoryOfReaders);
  expect(peakMemoryOfReaders <= READERS_MEMORY_BOUND, `memory of the readers reached ${readers} MiB`);
  expect(longestBlockMs <= scale.longestBlockMs, `the event loop was blocked for ${Math.round(longestBlockMs)} ms`);
  expect(others.p99Ms <= scale.servedWithinMs, `others waited ${Math.round(others.p99Ms)} ms (p99)`);
  expect(others.refused.length === 0, `others were refused ${others.refused.length} times: ${others.refused[0]}`);
  return { seconds, peakMemory, peakMemoryOfReaders, longestBlockMs, others, problems };
}
