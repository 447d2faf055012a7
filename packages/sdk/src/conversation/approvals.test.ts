/**
 * MCP tool calls that wait for a user's approval: the thoughts before the approval request belong to the call that
 * results from it.
 */
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from '../observe/observe.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let openai: OpenAI;

beforeAll(async () => {
  server = await startReplayServer();
  openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const thought = (id: string, text: string) => ({ type: 'reasoning', id, summary: [{ type: 'summary_text', text }] });
const tool = (name: string) => ({ name, server_label: 'orders', arguments: '{"id":7}' });
const request = (id: string, name: string) => ({ type: 'mcp_approval_request', id, ...tool(name) });
const word = (approval_request_id: string, approve: boolean) =>
  ({ type: 'mcp_approval_response', approval_request_id, approve }) as const;
const called = (id: string, name: string, approval_request_id: string) => ({
  ...{ type: 'mcp_call', id, ...tool(name), approval_request_id, output: `${name} done`, error: null },
});
const said = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] };
const response = (id: string, output: object[]) => ({
  ...{ object: 'response', id, status: 'completed', model: 'gpt-6', output },
  usage: { input_tokens: 9, output_tokens: 9, total_tokens: 18 },
});

const ASKED = [
  thought('rs_1', 'Order 7 has to go back.'),
  request('mcpr_aX1', 'refund'),
  thought('rs_2', 'And somebody should know.'),
  request('mcpr_bX2', 'notify'),
];
const QUESTION = { role: 'user' as const, content: 'Refund order 7.' };
const MCP = [{ type: 'mcp' as const, server_label: 'orders', server_url: 'https://example.com/mcp' }];
const ask = (more: object) => openai.responses.create({ model: 'gpt-6', tools: MCP, ...more } as never);

describe.each([
  ['of the stored response', { previous_response_id: 'resp_1' }, []],
  ['of a history that is sent along', {}, [QUESTION, ...ASKED]],
])('requests for approval %s', (_, named_, history) => {
  async function twoTurns(words: object[], output: object[]) {
    server.next(wire.json(response('resp_1', ASKED)), wire.json(response('resp_2', output)));
    await ask({ input: [QUESTION] });
    await ask({ ...named_, input: [...history, ...words] });
    const all = await spans.now();
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1);
    return Object.fromEntries(
      named(all, 'execute_tool').map(({ attributes }) => [attributes['gen_ai.tool.call.id'], attributes]),
    );
  }

  it('have the decision as their result, and pass their thoughts to the resulting calls', async () => {
    const output = [called('mcp_1', 'refund', 'mcpr_aX1'), called('mcp_2', 'notify', 'mcpr_bX2'), said];
    const tools = await twoTurns([word('mcpr_aX1', true), word('mcpr_bX2', true)], output);
    expect(tools).toMatchObject({
      mcpr_aX1: { 'subtext.reasoning': ['Order 7 has to go back.'], 'gen_ai.tool.call.result': '{"approve":true}' },
      mcpr_bX2: { 'subtext.reasoning': ['And somebody should know.'], 'gen_ai.tool.call.result': '{"approve":true}' },
      mcp_1: {
        'subtext.reasoning_ref': 'mcpr_aX1',
        'subtext.tool.parent_id': 'mcpr_aX1',
        'subtext.thinking.state': 'shared',
        'gen_ai.tool.call.result': '"refund done"',
      },
      mcp_2: { 'subtext.reasoning_ref': 'mcpr_bX2', 'subtext.tool.parent_id': 'mcpr_bX2' },
    });
  });

  it('that were denied are reported as denied, without a resulting call', async () => {
    const output = [called('mcp_1', 'refund', 'mcpr_aX1'), said];
    const tools = await twoTurns([word('mcpr_aX1', true), word('mcpr_bX2', false)], output);
    expect(Object.keys(tools).toSorted()).toEqual(['mcp_1', 'mcpr_aX1', 'mcpr_bX2']);
    expect(tools.mcpr_bX2?.['gen_ai.tool.call.result']).toBe('{"approve":false}');
    expect(tools.mcp_1?.['subtext.reasoning_ref']).toBe('mcpr_aX1');
  });
});

it.each([
  ['at once', false],
  ['after a person spoke again', true],
])(
  'an approval request that is answered two turns later, %s, passes its thought to the resulting call',
  async (_, spoke) => {
    const [refunded, notified] = [called('mcp_1', 'refund', 'mcpr_aX1'), called('mcp_2', 'notify', 'mcpr_bX2')];
    const between = [
      thought('rs_3', 'Refunded.'),
      { type: 'function_call', call_id: 'call_zX9', name: 'note', arguments: '{}' },
    ];
    server.next(
      wire.json(response('resp_1', ASKED)),
      wire.json(response('resp_2', [refunded, ...between])),
      wire.json(response('resp_3', [notified, said])),
    );
    await ask({ input: [QUESTION] });
    await ask({ previous_response_id: 'resp_1', input: [word('mcpr_aX1', true)] });
    const noted = { type: 'function_call_output', call_id: 'call_zX9', output: 'noted' };
    await ask({
      previous_response_id: 'resp_2',
      input: [noted, word('mcpr_bX2', true), ...(spoke ? [{ role: 'user', content: 'Yes, tell them.' }] : [])],
    });
    const all = await spans.now();
    const tools = named(all, 'execute_tool').map(({ attributes }) => [
      attributes['gen_ai.tool.call.id'],
      attributes['subtext.reasoning_ref'],
    ]);
    expect(Object.fromEntries(tools)).toMatchObject({ mcp_1: 'mcpr_aX1', mcp_2: 'mcpr_bX2' });
    expect(named(all, 'chat').map(({ attributes }) => attributes['subtext.parent_refs'])).toEqual([
      undefined,
      ['mcpr_aX1', 'mcpr_aX1'],
      ['mcpr_bX2', 'mcpr_bX2'],
    ]);
  },
);

it('a call that results from an unobserved approval request shares no thought of another call', async () => {
  server.next(
    wire.json(response('resp_1', ASKED)),
    wire.json(response('resp_2', [called('mcp_1', 'refund', 'mcpr_cX3')])),
  );
  await ask({ input: [QUESTION] });
  await ask({ previous_response_id: 'resp_1', input: [word('mcpr_cX3', true)] });
  const [tool] = named(await spans.now(), 'execute_tool refund').filter(
    ({ attributes }) => attributes['gen_ai.tool.call.id'] === 'mcp_1',
  );
  expect(tool?.attributes).toMatchObject({ 'subtext.thinking.state': 'unreported' });
  expect(tool?.attributes).not.toHaveProperty('subtext.reasoning_ref');
});

it('an unanswered approval request is recorded without a result', async () => {
  server.next(wire.json(response('resp_1', ASKED)));
  await ask({ input: [QUESTION] });
  const tools = named(await spans.all(), 'execute_tool');
  expect(tools.map(({ attributes }) => attributes['subtext.tool.status'])).toEqual(['no_result', 'no_result']);
});
