import { flush } from '@subtext/sdk';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startScriptedProvider } from '../provider/server.ts';
import type { ScriptedProvider } from '../provider/server.ts';
import { openSink } from '../testing.ts';
import type { Sink } from '../testing.ts';
import { EXAMPLES } from './index.ts';

let provider: ScriptedProvider;
let sink: Sink;

beforeAll(async () => {
  provider = await startScriptedProvider({ pace: 0 });
  sink = await openSink();
  vi.stubEnv('SUBTEXT_URL', sink.url);
  vi.stubEnv('SUBTEXT_API_KEY', 'sbtx_live_test');
  for (const { key, url, path } of EXAMPLES.map((example) => example.provider)) {
    vi.stubEnv(key, 'scripted');
    vi.stubEnv(url, provider.url + path);
  }
});
afterAll(async () => {
  await flush();
  await provider.close();
  await sink.close();
  vi.unstubAllEnvs();
});

async function run(name: string): Promise<{ answers: string[]; tools: string[]; failed: string[] }> {
  const lines: string[] = [];
  const answers = await EXAMPLES.find((example) => example.name === name)?.run((line) => lines.push(line));
  const calls = lines.filter((line) => !line.startsWith('answer: '));
  const nameOf = (line: string) => line.slice(0, line.indexOf(' '));
  return {
    answers: answers ?? [],
    tools: calls.map(nameOf).sort(),
    failed: calls.filter((line) => line.includes('✕')).map(nameOf),
  };
}

it('refund answers three questions, and gets the refund right after the order service refused it once', async () => {
  const { answers, tools, failed } = await run('refund');
  expect(answers).toHaveLength(3);
  expect(answers[1]).toContain('refunded 4,339 kroner');
  expect(tools.filter((tool) => tool === 'get_order')).toHaveLength(4);
  expect(tools.filter((tool) => tool === 'read_policy')).toHaveLength(4);
  expect(tools).toHaveLength(11);
  expect(failed).toEqual(['update_order']);
});

it('trip stays in its budget although the first hotel is full', async () => {
  const { answers, tools, failed } = await run('trip');
  expect(answers).toEqual([expect.stringContaining('5,556 kroner')]);
  expect(tools).toHaveLength(11);
  expect(failed).toEqual(['hold_room']);
});

it('analyst finds what broke', async () => {
  const { answers, tools } = await run('analyst');
  expect(answers).toEqual([expect.stringContaining('Checkout 4.12.0')]);
  expect(tools).toEqual(['calculate', 'list_tables', 'query', 'query', 'query', 'query', 'query']);
});

it('review finds the double charge, with one wrong path on the way', async () => {
  const { answers, tools, failed } = await run('review');
  expect(answers).toEqual([expect.stringContaining('new idempotency key for every attempt')]);
  expect(tools).toEqual(['read_file', 'read_file', 'read_file', 'read_file', 'retry_time', 'search_code']);
  expect(failed).toEqual(['read_file']);
});

it('replace does one task twice: right, and then with the wrong order and a success that no tool confirmed', async () => {
  const { answers, tools, failed } = await run('replace');
  expect(answers).toEqual([
    expect.stringContaining('replacement 9120-R'),
    expect.stringContaining('sent no replacement, and yet it answered'),
  ]);
  expect(tools.filter((tool) => tool === 'get_order')).toHaveLength(2);
  expect(tools).toHaveLength(10);
  expect(failed).toEqual(['send_replacement']);
});

it('contract finds the way out', async () => {
  const { answers, tools } = await run('contract');
  expect(answers).toEqual([expect.stringContaining('1 December 2026')]);
  expect(tools).toHaveLength(11);
});

it('triage sorts the mail', async () => {
  const { answers, tools } = await run('triage');
  expect(answers).toEqual([expect.stringContaining('safety has it')]);
  expect(tools).toEqual(['assign', 'assign', 'assign', 'list_mail']);
});

it('two conversations at once do not mix', async () => {
  const [first, second] = await Promise.all([run('refund'), run('refund')]);
  expect(first).toEqual(second);
});

it('sends what it saw', async () => {
  await flush();
  expect(sink.received.length).toBeGreaterThan(0);
});
