/**
 * An application without OpenTelemetry whose ledger has moved to its thread, run by ledger-thread.test.ts in a separate
 * process: an agent loop with `trace()`, `tool()` and an unnamed loop before and after the move, then the given step.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { trace as otel } from '@opentelemetry/api';
import OpenAI from 'openai';
import { flush, observe, shutdown, tool, trace } from '../index.ts';
import { ledger, recorder } from '../conversation/recorder.ts';
import { loadTracer } from '../emit/tracing.ts';

const client = observe(new OpenAI({ apiKey: 'sk-8vT3nRk5Wq1d', baseURL: `${process.env.PROVIDER_URL}/v1` }));
const ask = (model: string, ...messages: OpenAI.ChatCompletionMessageParam[]) =>
  client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hi' }, ...messages] });

const look = tool('look', async (_input: object) => {
  await otel.getTracer('app').startActiveSpan('of the app', async (span) => {
    await ask('inside');
    span.end();
  });
  return 'It rains.';
});

const steps: Record<string, () => unknown> = {
  naturally: () => undefined,
  flush: async () => {
    await flush();
    await pause(20_000);
  },
  shutdown,
  signal: () => pause(20_000),
  mask: async () => {
    await observe(new OpenAI({ apiKey: 'sk-2hJ6yPz9Xs4g', baseURL: `${process.env.PROVIDER_URL}/v1` }), {
      mask: () => 'masked',
    }).chat.completions.create({ model: 'with-mask', messages: [{ role: 'user', content: 'a secret' }] });
    await recorder.settled();
    console.log(`away: ${ledger.isAway}`);
  },
};

/** The answer requests a tool before the ledger moves; the function runs, and its result is sent, after the move. */
const asked = (await ask('first')).choices[0]?.message;
await loadTracer();
await recorder.settled();
const alive = setInterval(() => undefined, 1_000); // the thread does not keep the process alive
await ledger.move();
clearInterval(alive);
console.log(`away: ${ledger.isAway}`);
const result = await look({});
if (asked) await ask('second', asked, { role: 'tool', tool_call_id: 'call_1', content: result });
await trace('run', () => ask('in a run'));
await steps[process.env.APP_STEP ?? 'naturally']?.();
