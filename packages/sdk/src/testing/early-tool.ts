/**
 * An application without OpenTelemetry whose tool runs in the first moments. early-tool.test.ts runs it in a separate
 * process.
 */
import { observeFetch, tool, trace } from '../index.ts';

const inner = observeFetch(async () => {
  const stream = new Blob([JSON.stringify({ object: 'chat.completion', choices: [], usage: {} })]).stream();
  return new Response(stream, { headers: { 'content-type': 'application/json' } });
});

const look = tool('look', async (input: { city?: string }) => {
  const body = JSON.stringify({ model: 'inner-model', messages: [] });
  await (await inner('http://model.test/v1/chat/completions', { method: 'POST', body })).text();
  await trace('inner-run', () => undefined);
  delete input.city;
  return { sky: 'rain' };
});
const fail = tool('fail', () => {
  throw new RangeError('too far');
});

console.log(JSON.stringify(await look({ city: 'Oslo' })));
try {
  fail();
} catch (error) {
  console.log(String(error));
}
