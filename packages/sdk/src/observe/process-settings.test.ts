/** Spans that belong to no client follow the policies and masks of all clients. */
import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { observe } from './observe.ts';
import { trace } from './run.ts';
import { collectSpans, named } from '../testing/spans.ts';
import { tool } from './tool.ts';

const spans = collectSpans();

it('masks named runs and tools that no client requested', async () => {
  observe(new OpenAI({ apiKey: 'k' }), { mask: (value) => value.replaceAll('secret', '•') });
  const look = tool('look', (text: string) => text);
  await trace('run', () => look('secret-argument'), { session: 'secret-session' });
  const all = await spans.all();
  expect(named(all, 'invoke_agent')[0]?.attributes['session.id']).toBe('•-session');
  expect(named(all, 'execute_tool')[0]?.attributes).toMatchObject({
    'session.id': '•-session',
    'gen_ai.tool.call.arguments': '"•-argument"',
    'gen_ai.tool.call.result': '"•-argument"',
  });
});

it('applies the strictest level of all clients', async () => {
  await spans.clear();
  observe(new OpenAI({ apiKey: 'k' }), { capture: { results: 'none' } });
  observe(new OpenAI({ apiKey: 'k' }), { capture: { results: 'length' } });
  tool('look', () => 'result')();
  const [call] = named(await spans.all(), 'execute_tool');
  expect(call?.attributes['gen_ai.tool.call.result']).toBeUndefined();
  expect(call?.attributes['subtext.withheld']).toEqual(['gen_ai.tool.call.result']);
});
