/**
 * Snapshots of a streaming answer, from an application in its own process. The provider waits until Subtext has
 * received each one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReplayServer, type ReplayServer, type SeenRequest } from '../testing/replay-server.ts';
import * as wire from '../testing/wire.ts';

const APP = join(import.meta.dirname, '../testing/streaming-app.ts');
const SLOW_MS = 60_000;
let provider: ReplayServer;
let subtext: ReplayServer;

beforeAll(async () => {
  [provider, subtext] = [await startReplayServer(), await startReplayServer()];
});
beforeEach(() => {
  provider.reset();
  subtext.reset();
  subtext.route(() => ({ headers: { 'content-type': 'application/x-protobuf' } }));
});
afterAll(async () => {
  await provider.close();
  await subtext.close();
});

const ALL = wire.chatStream({ reasoning: 'The key is sk-4fQ9zXb2Lm7c, so I greet.', text: 'Now move on. Hello!' });
const EVENTS = String(ALL.body).split(/(?<=\n\n)/);
/** Cuts in the middle of the key, and at the word at which the application may move its ledger. */
const CUTS = [/sk-4fQ9/, /move/].map((words) => EVENTS.findIndex((event) => words.test(event)));

/** The events in pieces; the key is split between two. */
function pieces(): string[] {
  const [key = 0, moving = 0] = CUTS;
  const split = (EVENTS[key] ?? '').replace('sk-4fQ9zXb2Lm7c, ', 'sk-4fQ9');
  const rest = (EVENTS[key] ?? '').replace('sk-4fQ9zXb2Lm7c, ', 'zXb2Lm7c, ');
  return [
    [...EVENTS.slice(0, key), split].join(''),
    [rest, ...EVENTS.slice(key + 1, moving + 1)].join(''),
    EVENTS.slice(moving + 1).join(''),
  ];
}

interface ReportedSpan {
  /** The ids of trace and span. */
  ids: string;
  parentId: string | undefined;
  body: string;
}

const TRACE_ID = '\n\u0010';
const SPAN_ID = '\u0012\b';
const PARENT_ID = '"\b';

/** Reads an OTLP request in protobuf: the ids of its first span are next to each other. */
function readReport({ bytes }: SeenRequest): ReportedSpan {
  const body = Buffer.from(bytes).toString('latin1');
  for (let at = body.indexOf(TRACE_ID); at >= 0; at = body.indexOf(TRACE_ID, at + 1)) {
    const ids = body.slice(at, at + 28);
    if (ids.startsWith(SPAN_ID, 18)) return { ids, parentId: parentBehind(body, at + 28), body };
  }
  throw new Error('no span was sent');
}

function parentBehind(body: string, at: number): string | undefined {
  return body.startsWith(PARENT_ID, at) ? body.slice(at + PARENT_ID.length, at + 10) : undefined;
}

/** Each later piece is sent when Subtext has received the report of the one before. */
async function run(env: Record<string, string> = {}): Promise<{ output: string; reported: ReportedSpan[] }> {
  const heard = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const [first, ...later] = pieces();
  provider.next({ ...ALL, body: first ?? '', later: heard.map(({ promise }) => promise) });
  const child = spawn(process.execPath, [APP], {
    env: { PATH: process.env.PATH ?? '', PROVIDER_URL: provider.url, SUBTEXT_URL: subtext.url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  const ended = once(child, 'close');
  for (const [index, { resolve }] of heard.entries()) {
    await subtext.arrival();
    resolve(later[index] ?? '');
  }
  await ended;
  return { output, reported: subtext.requests.map(readReport) };
}

describe('an answer that streams', () => {
  it.each([
    ['in the process', {}, false],
    ['in a thread of its own', { APP_MOVES: 'first' }, true],
    ['first in the process, then in a thread', { APP_MOVES: 'between' }, true],
  ])(
    'is reported while it streams, and complete at its end, as one span: %s',
    async (_where, env, away) => {
      const { output, reported } = await run(env);
      expect(output).toBe(`Now move on. Hello! away: ${away}\n`);
      const [first, second, end] = reported;
      expect(reported).toHaveLength(3);
      expect(new Set(reported.map(({ ids }) => ids)).size).toBe(1);
      expect(first?.parentId).toBeUndefined();
      expect(first?.body).toContain('The key is ');
      expect(second?.body).toContain('so I greet.');
      expect(second?.body).toContain('Now ');
      expect(end?.body).toContain('Now move on. Hello!');
      expect(reported.map(({ body }) => body.includes('subtext.snapshot'))).toEqual([true, true, false]);
      expect(reported.map(({ body }) => body.includes('gen_ai.usage'))).toEqual([false, false, true]);
      // No half of a key is sent.
      expect(reported.map(({ body }) => body.includes('sk-4fQ9'))).toEqual([false, false, false]);
    },
    SLOW_MS,
  );

  it(
    'lies in the run that it belongs to',
    async () => {
      const { reported } = await run({ APP_RUN: 'shop' });
      const [first, , end] = reported;
      expect(first?.body).not.toContain('invoke_agent shop');
      expect(end?.body).toContain('invoke_agent shop');
      expect(end?.body).toContain(first?.ids);
      expect(end?.body).toContain(`${SPAN_ID}${first?.parentId}`);
    },
    SLOW_MS,
  );
});
