/**
 * An application with `onBudget`, run by apps/ingest in a process of its own: it makes two model calls and sends each.
 * The argument says what `onBudget` does, or `thread`: the calls are recorded in the SDK's thread; or `exits`: the
 * process ends before anything was sent.
 */
import { ledger, recorder } from '../conversation/recorder.ts';
import { loadTracer } from '../emit/tracing.ts';
import { flush, observeFetch, type BudgetNotice } from '../index.ts';

const behavior = process.argv[2] ?? 'main';

const CALLBACKS: Readonly<Record<string, (notice: BudgetNotice) => void | Promise<void>>> = {
  throws: () => {
    throw new Error('the host threw');
  },
  rejects: () => Promise.reject(new Error('the host rejected')),
  hangs: () => new Promise(() => undefined),
};
const print = (notice: BudgetNotice) => console.log(`budget ${JSON.stringify(notice)}`);

const answer = (): Promise<Response> =>
  Promise.resolve(
    Response.json({
      ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'gpt-5.2' },
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
    }),
  );

const onBudget = CALLBACKS[behavior] ?? print;
const ask = observeFetch(answer, behavior === 'none' ? {} : { onBudget });

async function call(): Promise<void> {
  const body = JSON.stringify({ model: 'gpt-5.2', messages: [{ role: 'user', content: 'Hi' }] });
  const response = await ask('https://api.openai.com/v1/chat/completions', { method: 'POST', body });
  await response.json();
  if (behavior !== 'exits') await flush();
}

await loadTracer();
if (behavior === 'thread') {
  await recorder.settled();
  const alive = setInterval(() => undefined, 1_000); // the thread does not keep the process alive
  await ledger.move();
  clearInterval(alive);
  if (!ledger.isAway) throw new Error('the ledger has not moved to its thread');
}
await call();
await call();
console.log('sent 2');
if (behavior === 'exits') process.exit();
