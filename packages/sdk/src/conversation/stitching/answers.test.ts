/** Results of parallel calls without ids, as clients write them into the history. */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observeFetch } from '../../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans, named } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

interface Content {
  role: string;
  parts: object[];
}

const QUESTION: Content = { role: 'user', parts: [{ text: 'Where is it?' }] };

const call = (name: string, order: string) => ({ functionCall: { name, args: { order } } });
const says = (...parts: object[]): Content => ({ role: 'model', parts });
const returns = (...results: [name: string, result: string][]): Content => ({
  role: 'user',
  parts: results.map(([name, result]) => ({ functionResponse: { name, response: { result } } })),
});

async function ask(contents: readonly Content[], answer: Content): Promise<void> {
  server.next(wire.json({ candidates: [{ index: 0, finishReason: 'STOP', content: answer }] }));
  const url = `${server.url}/v1beta/models/gemini-test:generateContent`;
  await (await observeFetch()(url, { method: 'POST', body: JSON.stringify({ contents }) })).text();
}

const results = (all: readonly ReadableSpan[]) =>
  named(all, 'execute_tool').map(({ attributes }) => {
    const { 'gen_ai.tool.name': name, 'gen_ai.tool.call.result': result, 'subtext.tool.status': status } = attributes;
    return [name, result === undefined ? undefined : (JSON.parse(String(result)) as { result: string }).result, status];
  });

describe('parallel calls without ids', () => {
  const both = says(call('find', 'A-1'), call('track', 'A-1'));
  const done = says({ text: 'It is in Porto.' });

  it('get their results from one message', async () => {
    await ask([QUESTION], both);
    await ask([QUESTION, both, returns(['find', 'two lamps'], ['track', 'Porto'])], done);
    expect(results(await spans.all())).toEqual([
      ['find', 'two lamps', 'unknown'],
      ['track', 'Porto', 'unknown'],
    ]);
  });

  it('get their results when they are written one after another, also in later requests', async () => {
    const split = [
      QUESTION,
      says(call('find', 'A-1')),
      returns(['find', 'two lamps']),
      says(call('track', 'A-1')),
      returns(['track', 'Porto']),
    ];
    await ask([QUESTION], both);
    const again = says(call('find', 'A-2'), call('track', 'A-2'));
    await ask(split, again);
    await ask(
      [
        ...split,
        says(call('find', 'A-2')),
        returns(['find', 'a chair']),
        says(call('track', 'A-2')),
        returns(['track', 'Oslo']),
      ],
      done,
    );
    expect(results(await spans.all())).toEqual([
      ['find', 'two lamps', 'unknown'],
      ['track', 'Porto', 'unknown'],
      ['find', 'a chair', 'unknown'],
      ['track', 'Oslo', 'unknown'],
    ]);
  });

  it('never get the result of an equal call before them', async () => {
    const first = says(call('find', 'A-1'));
    await ask([QUESTION], first);
    const history = [QUESTION, first, returns(['find', 'two lamps'])];
    await ask(history, both);
    await ask([...history, says(call('track', 'A-1')), returns(['track', 'Porto'])], done);
    expect(results(await spans.all())).toEqual([
      ['find', 'two lamps', 'unknown'],
      ['track', 'Porto', 'unknown'],
      ['find', undefined, 'no_result'],
    ]);
  });
});
