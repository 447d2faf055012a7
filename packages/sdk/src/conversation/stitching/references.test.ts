/** Requests of the Responses API that name the response, the conversation or the items that they continue. */
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

async function ask(path: string, request: object, response: object): Promise<void> {
  server.next(wire.json(response));
  await (await observeFetch()(server.url + path, { method: 'POST', body: JSON.stringify(request) })).text();
}

const user = (content: string) => ({ role: 'user', content });
const traceOf = (span: ReadableSpan) => span.spanContext().traceId;
const tracesOf = (all: readonly ReadableSpan[]) => new Set(all.map(traceOf)).size;
const toolCalls = (all: readonly ReadableSpan[]) =>
  named(all, 'execute_tool').map(({ attributes }) => {
    const { 'gen_ai.tool.call.arguments': given, 'gen_ai.tool.call.result': result } = attributes;
    return `look(${String(given)}) = ${String(result)}`;
  });

describe('a reference in a request', () => {
  const call = { type: 'function_call', call_id: 'call_0', name: 'look', arguments: '{}' };
  const output = (result: string) => ({ type: 'function_call_output', call_id: 'call_0', output: result });
  const response = (id: string, ...items: object[]) => ({ object: 'response', id, status: 'completed', output: items });

  it.each([
    ['the response before', (id: string) => ({ previous_response_id: id }), {}],
    ['the conversation', () => ({ conversation: 'conv_1' }), { conversation: 'conv_1' }],
  ])('separates two loops: %s', async (_, named_, first) => {
    await ask('/v1/responses', { model: 'm', input: 'Weather?', ...first }, response('resp_1', call));
    await ask('/v1/responses', { model: 'm', input: 'Weather?' }, response('resp_2', call));
    await ask('/v1/responses', { model: 'm', input: [output('one')], ...named_('resp_1') }, response('resp_3'));
    await ask(
      '/v1/responses',
      { model: 'm', input: [output('two')], previous_response_id: 'resp_2' },
      response('resp_4'),
    );
    const all = await spans.now();
    expect(toolCalls(all)).toEqual(['look({}) = "one"', 'look({}) = "two"']);
    const traces = Map.groupBy(named(all, 'chat'), traceOf);
    const ids = [...traces.values()].map((members) =>
      members.map(({ attributes }) => attributes['gen_ai.response.id']),
    );
    expect(ids).toEqual([
      ['resp_1', 'resp_3'],
      ['resp_2', 'resp_4'],
    ]);
  });

  it.each([[{ type: 'item_reference' }], [{}]])(
    'to an item of an answer without calls continues it: %o',
    async (type) => {
      const message = (id: string) => ({
        type: 'message',
        id,
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hi' }],
      });
      const request = { model: 'm', input: [user('Hi')] };
      await ask(
        '/v1/responses',
        request,
        response('resp_1', { type: 'reasoning', id: 'rs_1', summary: [] }, message('msg_1')),
      );
      await ask('/v1/responses', request, response('resp_2', message('msg_2')));
      const next = (...ids: string[]) => ({
        model: 'm',
        input: [user('Hi'), ...ids.map((id) => ({ ...type, id })), user('And?')],
      });
      await ask('/v1/responses', next('rs_1', 'msg_1'), response('resp_3', message('msg_3')));
      await ask('/v1/responses', next('msg_2', 'msg_elsewhere'), response('resp_4', message('msg_4')));
      const traces = Map.groupBy(named(await spans.now(), 'chat'), traceOf);
      const ids = [...traces.values()].map((all) => all.map(({ attributes }) => attributes['gen_ai.response.id']));
      expect(ids).toEqual([
        ['resp_1', 'resp_3'],
        ['resp_2', 'resp_4'],
      ]);
    },
  );

  it('matches nothing when another process observed the response, even with counted result ids', async () => {
    await ask('/v1/responses', { model: 'm', input: 'Weather?' }, response('resp_1', call));
    const elsewhere = { model: 'm', input: [output('none')], previous_response_id: 'resp_elsewhere' };
    await ask('/v1/responses', elsewhere, response('resp_2'));
    const all = await spans.all();
    expect([tracesOf(all), ...toolCalls(all)]).toEqual([2, 'look({}) = undefined']);
    const [, later] = named(all, 'chat');
    expect(later?.attributes['gen_ai.request.previous_response.id']).toBe('resp_elsewhere');
  });

  it('finds a conversation that only its first answer named', async () => {
    const answer = (...outputs: object[]) => ({ object: 'conversation.response', conversation_id: 'conv_1', outputs });
    const said = (content: string) => ({ type: 'message.output', model: 'm', content });
    await ask('/v1/conversations', { model: 'm', inputs: 'Weather?' }, answer(said('Where?')));
    await ask('/v1/conversations/conv_1', { inputs: 'Here.' }, answer(said('Rain.')));
    await ask(
      '/v1/conversations',
      { model: 'm', inputs: 'Weather?' },
      { ...answer(said('So?')), conversation_id: 'c2' },
    );
    expect(tracesOf(await spans.now())).toBe(2);
  });

  it('finds an interaction', async () => {
    const steps = [{ type: 'function_call', id: 'fn_1', name: 'look', arguments: {} }];
    const interaction = (id: string, made: object[]) => ({
      object: 'interaction',
      id,
      status: 'completed',
      steps: made,
    });
    await ask('/v1beta/interactions', { model: 'gemini-test', input: 'Weather?' }, interaction('int_1', steps));
    const input = [{ type: 'function_result', call_id: 'fn_1', name: 'look', result: 'Rain' }];
    await ask(
      '/v1beta/interactions',
      { model: 'gemini-test', input, previous_interaction_id: 'int_1' },
      interaction('int_2', []),
    );
    const all = await spans.now();
    expect([tracesOf(all), ...toolCalls(all)]).toEqual([1, 'look({}) = "Rain"']);
  });
});
