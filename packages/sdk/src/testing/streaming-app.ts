/** An application without OpenTelemetry that reads one stream, run by live-text.test.ts in a separate process. */
import OpenAI from 'openai';
import { observe, trace } from '../index.ts';
import { ledger, recorder } from '../conversation/recorder.ts';
import { loadTracer } from '../emit/tracing.ts';

const client = observe(new OpenAI({ apiKey: 'sk-4fQ9zXb2Lm7c', baseURL: `${process.env.PROVIDER_URL}/v1` }));
const alive = setInterval(() => undefined, 1_000);

async function move(): Promise<void> {
  await loadTracer();
  await recorder.settled();
  await ledger.move();
}

/** `APP_MOVES`: the ledger moves to its thread `first`, or in the middle of the answer, at the word `move`. */
async function read(): Promise<void> {
  if (process.env.APP_MOVES === 'first') await move();
  const stream = await client.chat.completions.create({ model: 'test-model', messages: [], stream: true });
  let text = '';
  for await (const { choices } of stream) {
    text += choices[0]?.delta.content ?? '';
    if (process.env.APP_MOVES === 'between' && text.includes('move') && !ledger.isAway) await move();
  }
  console.log(`${text} away: ${ledger.isAway}`);
}

await (process.env.APP_RUN ? trace(process.env.APP_RUN, read) : read());
clearInterval(alive);
