/** When snapshots of a streaming answer are sent, and what they contain. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CapturePolicy } from '../privacy/capture.ts';
import { emitSnapshot } from '../emit/spans/generation-span.ts';
import { keepChunk, openExchange, type Exchange, type Settings } from './exchange.ts';
import { readGeneration } from './generation.ts';
import type { ProcessLedger } from '../conversation/ledger.ts';
import { NOTHING } from '../emit/queue/undelivered.ts';
import { Recorder } from '../conversation/recorder.ts';
import { takeSnapshot, withoutUnfinishedWord } from './snapshots.ts';
import * as wire from '../testing/wire.ts';
import type { OpenSpan, WholeSpanTracer } from '../emit/spans/whole-span.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function opened(settings: Settings = { run: {} }): Exchange {
  const exchange = openExchange('http://localhost/v1/chat/completions', { method: 'POST', body: '{}' }, settings);
  if (!exchange) throw new Error('no exchange');
  return exchange;
}

/** A recorder, and the seconds at which it sent snapshots. */
function watched() {
  const begun = Date.now();
  const glances: number[] = [];
  const ledger: ProcessLedger = {
    ready: () => true,
    requestSent: () => undefined,
    answerStreaming: () => void glances.push(Math.floor((Date.now() - begun) / 1_000)),
    close: () => undefined,
    claim: () => undefined,
    functionReturned: () => undefined,
    toolRan: () => undefined,
    settled: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    flushNow: () => undefined,
    undelivered: () => NOTHING,
    stop: () => Promise.resolve(),
    size: 0,
  };
  return { recorder: new Recorder(ledger), glances };
}

/** Adds a chunk each second for so many seconds. */
async function stream(exchange: Exchange, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    keepChunk(exchange, Buffer.from('data: more\n\n'), 'keep');
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

describe('a streaming answer', () => {
  it('has a snapshot each second at first, and then less often the longer it runs', async () => {
    const { recorder, glances } = watched();
    const exchange = opened();
    recorder.started(exchange);
    await stream(exchange, 60);
    expect(glances.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(glances.length).toBeLessThan(25);
    expect(Math.max(...glances)).toBeGreaterThan(50);
    expect(exchange.snapshots?.count).toBe(glances.length);
  });

  it('has fewer snapshots the longer its body is', async () => {
    const { recorder, glances } = watched();
    const exchange = opened();
    recorder.started(exchange);
    keepChunk(exchange, Buffer.alloc(1024 * 1024), 'keep');
    await stream(exchange, 17);
    expect(glances.length).toBe(3);
  });

  it('has few snapshots while no bytes arrive, and none before the first bytes', async () => {
    const { recorder, glances } = watched();
    const [quiet, silent] = [opened(), opened()];
    for (const exchange of [quiet, silent]) recorder.started(exchange);
    await stream(quiet, 1);
    await vi.advanceTimersByTimeAsync(95_000);
    expect(glances).toEqual([1, 31, 61, 91]);
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    expect(glances).toHaveLength(120);
    expect(silent.snapshots).toBeUndefined();
  });

  it('has no snapshots with a mask, which may need the whole text', async () => {
    const { recorder, glances } = watched();
    const exchange = opened({ run: {}, mask: (text) => text });
    recorder.started(exchange);
    await stream(exchange, 3);
    expect(glances).toEqual([]);
  });

  it('has no snapshots when the environment turns them off', async () => {
    vi.stubEnv('SUBTEXT_LIVE', '0');
    const { recorder, glances } = watched();
    const exchange = opened();
    recorder.started(exchange);
    await stream(exchange, 3);
    expect(glances).toEqual([]);
  });

  it('is not watched after its end', async () => {
    const { recorder } = watched();
    const exchange = opened();
    recorder.started(exchange);
    exchange.outcome = 'complete';
    recorder.ended(exchange);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** A snapshot of an answer that lacks only its end. */
function recordedSnapshot(capture: CapturePolicy): OpenSpan | undefined {
  const exchange = opened({ run: { capture } });
  const tools = [{ id: 'call_1', name: 'look', arguments: { at: 'ARGUMENTS here' } }];
  const { body } = wire.chatStream({ reasoning: 'Because of THOUGHT it is.', text: 'This is SAID now.', tools });
  keepChunk(exchange, Buffer.from(String(body).split('data: {"id"').slice(0, -2).join('data: {"id"')), 'keep');
  Object.assign(exchange, { status: 200, contentType: 'text/event-stream' });
  takeSnapshot(exchange, Date.now());
  const generation = readGeneration(exchange, null, { lastReasoningCallId: null });
  const recorded: OpenSpan[] = [];
  const tracer = { recordOpen: (span) => void recorded.push(span) } as Partial<WholeSpanTracer> as WholeSpanTracer;
  if (generation?.response) emitSnapshot(tracer, { ...generation, response: generation.response }, undefined);
  return recorded[0];
}

describe('a snapshot of a streaming answer', () => {
  it('has the output so far, and no outcome', () => {
    const { attributes, endTime, status } = recordedSnapshot({}) ?? {};
    expect([endTime, status]).toEqual([undefined, undefined]);
    for (const word of ['THOUGHT', 'SAID', 'ARGUMENTS']) expect(JSON.stringify(attributes)).toContain(word);
    expect(attributes).toMatchObject({ 'subtext.snapshot': 1, 'gen_ai.request.model': 'test-model-1' });
    expect(Object.keys(attributes ?? {}).filter((name) => /usage|finish|incomplete|state/.test(name))).toEqual([]);
  });

  it.each([
    ['THOUGHT', { reasoning: 'none' }],
    ['THOUGHT', { reasoning: 'length' }],
    ['SAID', { text: 'none' }],
    ['ARGUMENTS', { arguments: 'none' }],
  ] as const)('holds no %s under %o', (word, capture) => {
    const recorded = JSON.stringify(recordedSnapshot(capture)?.attributes);
    expect(recorded).not.toContain(word);
    for (const other of ['THOUGHT', 'SAID', 'ARGUMENTS']) if (other !== word) expect(recorded).toContain(other);
  });
});

describe('the unfinished last word', () => {
  const thought = (text: string) => ({ kind: 'reasoning', key: '0', text, format: 'verbatim', field: 'x' }) as const;
  const call = (id: string, given: unknown) =>
    ({ kind: 'tool_call', id, name: 'look', arguments: given, itemType: 'function', type: 'function' }) as const;
  const partsOf = (...parts: (ReturnType<typeof thought> | ReturnType<typeof call>)[]) =>
    withoutUnfinishedWord({ api: 'openai.chat', choices: [{ index: 0, parts }] } as never).choices[0]?.parts;

  it('is not sent, of a thought and of unfinished arguments', () => {
    expect(partsOf(thought('It is sk-abc'), call('1', '{"key":"sk-ab'), call('2', '{"q":"rain in'))).toEqual([
      thought('It is sk-abc'),
      call('1', '{"key":"'),
      call('2', '{"q":"rain '),
    ]);
    expect(partsOf(thought('Done.'), thought('It is sk-abc'))).toEqual([thought('Done.'), thought('It is ')]);
  });

  it('is empty in a script without spaces', () => {
    expect(partsOf(thought('天気を調べ'))).toEqual([thought('天気を調べ')]);
  });

  it('is found quickly in any text', () => {
    expect(partsOf(thought('a'.repeat(1_000_000)))).toHaveLength(1);
  });
});
