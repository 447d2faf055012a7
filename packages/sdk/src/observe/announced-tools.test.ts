/** Tools that AI SDK runs, on a wire that says nothing about failures. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createOpenAI } from '@ai-sdk/openai';
import { isStepCount, generateText, tool } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { observeFetch } from './observe.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(() => spans.clear());
afterAll(() => server.close());

const call = (id: string, name: string) => ({ id, name, arguments: { order: 'A-1' } });

async function run(tools: Record<string, () => Promise<string>>, ...names: string[]) {
  server.next(wire.chat({ tools: names.map((name, index) => call(`call_Announced${index}x`, name)) }));
  server.next(wire.chat({ text: 'Done.' }));
  const openai = createOpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1`, fetch: observeFetch() });
  await generateText({
    model: openai.chat('test-model'),
    prompt: 'Go on.',
    stopWhen: isStepCount(3),
    tools: Object.fromEntries(
      Object.entries(tools).map(([name, execute]) => [
        name,
        tool({ inputSchema: z.object({ order: z.string() }), execute }),
      ]),
    ),
  });
  return named(await spans.now(), 'execute_tool');
}

const milliseconds = ([seconds, nanoseconds]: [number, number]) => seconds * 1e3 + nanoseconds / 1e6;

describe('a tool that AI SDK announces', () => {
  it('has failed when it threw', async () => {
    const [sell] = await run({ sell: () => Promise.reject(new Error('There is no stock.')) }, 'sell');
    expect(sell?.attributes).toMatchObject({ 'subtext.tool.status': 'error' });
    expect(sell?.attributes).not.toHaveProperty('subtext.tool.duration_inferred');
  });

  it('has succeeded when it returned', async () => {
    const [look] = await run({ look: () => Promise.resolve('3 in stock') }, 'look');
    expect(look?.attributes).toMatchObject({ 'subtext.tool.status': 'ok' });
  });

  it('has its own times, and not those of the tools beside it', async () => {
    const first = Promise.withResolvers<string>();
    const tools = {
      look: () => first.promise,
      sell: async () => {
        first.resolve('3 in stock');
        for (let turn = 0; turn < 100; turn += 1) await nextTurn();
        return 'sold';
      },
    };
    const [look, sell] = (await run(tools, 'look', 'sell')).toSorted((a, b) => a.name.localeCompare(b.name));
    const length = (span: typeof look) => milliseconds(span!.endTime) - milliseconds(span!.startTime);
    expect(length(sell)).toBeGreaterThan(length(look));
  });
});
