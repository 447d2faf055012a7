/**
 * A small application without OpenTelemetry, run by tracing.test.ts in a separate process: it makes one call and ends
 * in the given way.
 */
import OpenAI from 'openai';
import { observe } from '../index.ts';

const client = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${process.env.PROVIDER_URL}/v1` }));
const completion = await client.chat.completions.create({
  model: 'test-model',
  messages: [{ role: 'user', content: 'Hi' }],
});
console.log(completion.id);

if (process.env.APP_LEAVES_UNREAD) {
  await client.chat.completions.create({ model: 'unread-model', messages: [] }).asResponse();
}
if (process.env.APP_END === 'own listener') {
  process.on('SIGTERM', () => {
    console.log('closing');
    clearInterval(alive);
  });
}
const alive = setInterval(() => undefined, 1_000);
if (process.env.APP_END === 'naturally') clearInterval(alive);
