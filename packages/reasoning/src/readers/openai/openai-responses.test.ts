/** Items, ties and endings of the Responses format, case by case (providers.md §2, §15.6). */
import { describe, expect, it } from 'vitest';
import { attribute } from '../../attribution/attribution.ts';
import { sse } from '../../testing/wire.ts';
import { readResponse } from '../index.ts';
import { readRequest } from '../request.ts';

type Json = Record<string, unknown>;
const body = (...output: Json[]) =>
  readResponse({ body: JSON.stringify({ object: 'response', id: 'resp_1', status: 'completed', output }) });
const parts = (...output: Json[]) => body(...output)?.choices[0]?.parts ?? [];
const streamed = (...events: Json[]) => readResponse({ body: sse(events) });
const added = (output_index: number, item: Json) => ({ type: 'response.output_item.added', output_index, item });
const done = (output_index: number, item: Json) => ({ type: 'response.output_item.done', output_index, item });
const completed = (response: Json) => ({
  type: 'response.completed',
  response: { object: 'response', status: 'completed', ...response },
});
const thought = (more: Json = {}) => ({ type: 'reasoning', id: 'rs_1', summary: [], ...more });
const call = (more: Json = {}) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{"a":1}',
  ...more,
});
const said = (text: string) => ({ type: 'message', id: 'msg_1', content: [{ type: 'output_text', text }] });
const summary = (text: string) => [{ type: 'summary_text', text }];

it("xAI's own tools have their arguments where functions have them", () => {
  const search = { type: 'web_search_call', id: 'ws_1', call_id: '', name: 'web_search', arguments: '{"query":"x"}' };
  expect(parts(search)).toMatchObject([{ kind: 'tool_call', id: 'ws_1', arguments: { query: 'x' } }]);
  expect(streamed(done(0, search), completed({}))?.choices[0]?.parts).toEqual(parts(search));
});

it.each([['https://example.org/cat.png'], ['Once', ' upon']])(
  'an output of texts is of another host: %j',
  (...output) => expect(readResponse({ body: JSON.stringify({ id: 'p', status: 'succeeded', output }) })).toBeNull(),
);

describe('a reasoning item', () => {
  it('is raw content before summary, never both', () =>
    expect(parts(thought({ summary: summary('S'), content: [{ type: 'reasoning_text', text: 'raw' }] }))).toMatchObject(
      [{ text: 'raw', format: 'parsed', field: 'content' }],
    ));
  it('is one block per summary part', () =>
    expect(
      parts(thought({ summary: [...summary('A'), ...summary('B')] })).map((part) =>
        'text' in part ? part.text : part.kind,
      ),
    ).toEqual(['A', 'B']));
  it.each([
    [{ encrypted_content: 'gAAA' }, true],
    [{}, false],
    [{ content: [{ type: 'reasoning_text', text: ' ' }] }, false],
  ])('without text is hidden: %j', (more, encrypted) =>
    expect(parts(thought(more))).toMatchObject([{ kind: 'hidden', encrypted }]),
  );
});

describe('items that are calls', () => {
  it.each([
    [call(), 'f', { a: 1 }, 'function', 'call_1'],
    [call({ arguments: '' }), 'f', {}, 'function', 'call_1'],
    [call({ namespace: 'crm' }), 'f', { a: 1 }, 'function', 'call_1'],
    [{ type: 'custom_tool_call', call_id: 'c', name: 'math', input: '4 + 4' }, 'math', '4 + 4', 'function', 'c'],
    [
      { type: 'web_search_call', id: 'ws', action: { type: 'search', query: 'x' } },
      'web_search_call',
      { type: 'search', query: 'x' },
      'server',
      'ws',
    ],
    [{ type: 'file_search_call', id: 'fs', queries: ['x'] }, 'file_search_call', { queries: ['x'] }, 'server', 'fs'],
    [
      { type: 'code_interpreter_call', id: 'ci', code: 'n', container_id: 'k' },
      'code_interpreter_call',
      { code: 'n' },
      'server',
      'ci',
    ],
    [
      { type: 'computer_call', id: 'x', call_id: 'c', action: { type: 'click' } },
      'computer_call',
      { type: 'click' },
      'function',
      'c',
    ],
    [
      { type: 'local_shell_call', call_id: 'c', action: { command: ['ls'] } },
      'local_shell_call',
      { command: ['ls'] },
      'function',
      'c',
    ],
    [
      { type: 'apply_patch_call', call_id: 'c', operation: { type: 'delete_file' } },
      'apply_patch_call',
      { type: 'delete_file' },
      'function',
      'c',
    ],
    [{ type: 'mcp_call', id: 'm', name: 'ask', server_label: 's', arguments: '{"q":1}' }, 'ask', { q: 1 }, 'mcp', 'm'],
    [{ type: 'mcp_approval_request', id: 'm', name: 'ask', arguments: '{}' }, 'ask', {}, 'mcp', 'm'],
    [
      { type: 'image_generation_call', id: 'i', status: 'completed', result: 'base64', revised_prompt: 'cat' },
      'image_generation_call',
      { revised_prompt: 'cat' },
      'server',
      'i',
    ],
    [
      { type: 'x_search_call', id: 'x', status: 'completed', query: 'y' },
      'x_search_call',
      { query: 'y' },
      'server',
      'x',
    ],
    [{ type: 'openrouter:web_search', id: 'o', query: 'y' }, 'openrouter:web_search', { query: 'y' }, 'server', 'o'],
    [{ type: 'program', id: 'p', code: 'run()' }, 'program', { code: 'run()' }, 'server', 'p'],
  ])('%j', (...[item, name, args, type, id]) =>
    expect(parts(item)[0]).toMatchObject({ kind: 'tool_call', name, arguments: args, type, id, itemType: item.type }),
  );

  it('carry their result in the same item, or in an output item behind', () => {
    expect(parts({ type: 'mcp_call', id: 'm', name: 'ask', arguments: '{}', output: 'answer' })[1]).toEqual({
      kind: 'tool_result',
      callId: 'm',
      result: 'answer',
    });
    expect(parts({ type: 'mcp_call', id: 'm', name: 'ask', arguments: '{}', error: 'boom' })[1]).toEqual({
      kind: 'tool_result',
      callId: 'm',
      result: 'boom',
      isError: true,
    });
    expect(
      parts(
        { type: 'shell_call', call_id: 'c', action: {} },
        { type: 'shell_call_output', call_id: 'c', output: [] },
      )[1],
    ).toMatchObject({ callId: 'c', result: [] });
    expect(
      parts(
        { type: 'tool_search_call', id: 't', call_id: null, arguments: {} },
        { type: 'tool_search_output', id: 'o', call_id: null, tools: [1] },
      )[1],
    ).toMatchObject({ callId: 't', result: [1] });
  });
  it('issued by a program are its children', () =>
    expect(parts(call({ caller: { type: 'program', caller_id: 'p' } }))[0]).toMatchObject({ parentId: 'p' }));
  it('that were allowed name the request for approval, which its answer answers', () => {
    expect(
      parts({ type: 'mcp_call', id: 'm', name: 'ask', arguments: '{}', approval_request_id: 'mcpr_1' })[0],
    ).toMatchObject({ id: 'm', parentId: 'mcpr_1' });
    const allowed = {
      type: 'mcp_approval_response',
      id: 'a',
      approval_request_id: 'mcpr_1',
      approve: true,
      reason: null,
    };
    const denied = { ...allowed, approval_request_id: 'mcpr_2', approve: false, reason: 'Too dear.' };
    const request = readRequest(
      { model: 'm', previous_response_id: 'resp_1', input: [allowed, denied] },
      '/v1/responses',
    );
    expect(request?.toolResults).toMatchObject([
      { callId: 'mcpr_1', result: { approve: true } },
      { callId: 'mcpr_2', result: { approve: false, reason: 'Too dear.' } },
    ]);
    expect(request?.endsWithHumanMessage).toBe(false);
  });
  it('of an agent stay with that agent', () =>
    expect(parts(thought({ agent: { agent_name: 'one' } }), call({ agent: { agent_name: 'two' } }))).toMatchObject([
      { agent: 'one' },
      { agent: 'two' },
    ]));
  it('are not: lists of tools, approvals, compactions', () =>
    expect(
      parts({ type: 'mcp_list_tools' }, { type: 'mcp_approval_response' }, { type: 'compaction' }).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['other', 'other', 'other']));
});

describe('a stream', () => {
  const reasoned = (response: ReturnType<typeof streamed>) =>
    attribute(response?.choices[0]?.parts ?? []).calls.map((entry) => [entry.name, entry.reasoning, entry.preamble]);

  it('is ordered by output index, though the reasoning closes after the message', () =>
    expect(
      reasoned(
        streamed(
          added(0, thought()),
          added(1, said('')),
          done(1, said('Hi.')),
          done(0, thought({ summary: summary('why') })),
          added(2, call()),
          done(2, call()),
        ),
      ),
    ).toEqual([['f', ['why'], 'Hi.']]));
  it('is rebuilt from closed items when the last event has no output', () =>
    expect(
      reasoned(streamed(done(0, thought({ summary: summary('why') })), done(1, call()), completed({ output: [] }))),
    ).toEqual([['f', ['why'], null]]));
  it('takes from the last event what never closed', () =>
    expect(
      reasoned(streamed(added(0, thought()), completed({ output: [thought({ summary: summary('why') }), call()] }))),
    ).toEqual([['f', ['why'], null]]));
  it('survives a last event with other ids and another order (OpenRouter)', () => {
    const response = streamed(
      done(0, thought({ content: [{ type: 'reasoning_text', text: 'why' }] })),
      done(1, said('Hi.')),
      completed({
        output: [
          { ...said('Hi.'), id: 'other' },
          thought({ id: 'else', content: [{ type: 'reasoning_text', text: 'why' }] }),
        ],
      }),
    );
    expect(reasoned(response)).toEqual([['text_output', ['why'], null]]);
    expect(response?.choices[0]?.parts).toHaveLength(2);
  });
  it('ties pieces by output index when item ids change on every event (Copilot)', () =>
    expect(
      reasoned(
        streamed(
          added(0, thought({ id: 'x1' })),
          {
            type: 'response.reasoning_summary_text.delta',
            output_index: 0,
            summary_index: 0,
            item_id: 'x2',
            delta: 'w',
          },
          {
            type: 'response.reasoning_summary_text.delta',
            output_index: 0,
            summary_index: 0,
            item_id: 'x3',
            delta: 'hy',
          },
          done(1, call()),
        ),
      ),
    ).toEqual([['f', ['why'], null]]));
  it('with arguments only in their last event has them', () =>
    expect(
      streamed(added(0, call({ arguments: '' })), {
        type: 'response.function_call_arguments.done',
        output_index: 0,
        arguments: '{"a":1}',
      })?.choices[0]?.parts[0],
    ).toMatchObject({ arguments: { a: 1 } }));
  it('that broke off keeps the call with its raw text and says so', () => {
    const response = streamed(added(0, call({ arguments: '', status: 'in_progress' })), {
      type: 'response.function_call_arguments.delta',
      output_index: 0,
      delta: '{"a',
    });
    expect(response?.incomplete).toBe(true);
    expect(response?.choices[0]?.parts[0]).toMatchObject({ arguments: '{"a', incomplete: true });
  });
  it('that broke off keeps the commands and the patch that were being written', () => {
    const command = (kind: string, more: Json) => ({
      type: `response.shell_call_command.${kind}`,
      output_index: 0,
      ...more,
    });
    const patch = 'response.apply_patch_call_operation_diff.delta';
    const operation = { type: 'create_file', path: 'x.txt', diff: '' };
    const response = streamed(
      added(0, { type: 'shell_call', call_id: 'call_1', status: 'in_progress', action: { commands: [] } }),
      command('added', { command_index: 0, command: '' }),
      command('delta', { command_index: 0, delta: 'ls ' }),
      command('done', { command_index: 0, command: 'ls -l' }),
      command('delta', { command_index: 1, delta: 'rm' }),
      command('delta', { command_index: 1e9, delta: 'x' }),
      added(1, { type: 'apply_patch_call', call_id: 'call_2', status: 'in_progress', operation }),
      { type: patch, output_index: 1, delta: '+hel' },
      { type: patch, output_index: 1, delta: 'lo' },
    );
    expect(response?.choices[0]?.parts).toMatchObject([
      { id: 'call_1', arguments: { commands: ['ls -l', 'rmx'] }, incomplete: true },
      { id: 'call_2', arguments: { ...operation, diff: '+hello' }, incomplete: true },
    ]);
  });
  it('survives an id that no text can be made of', () => {
    const hostile = { ...said('A'), id: { toString: {} } };
    expect(streamed(done(0, hostile), completed({ output: [hostile] }))?.choices[0]?.parts).toMatchObject([
      { text: 'A' },
    ]);
  });
  it('ignores indexes that would eat the memory', () => {
    const response = streamed(added(0, thought()), {
      type: 'response.reasoning_summary_text.delta',
      output_index: 0,
      summary_index: 1e9,
      delta: 'why',
    });
    expect(response?.choices[0]?.parts).toMatchObject([{ text: 'why' }]);
  });
});

describe('a stream of a host that sends no indexes', () => {
  const opens = (item: Json) => ({ type: 'response.output_item.added', item });
  const closes = (item: Json) => ({ type: 'response.output_item.done', item });
  const delta = (subject: string, piece: string) => ({ type: `response.${subject}.delta`, delta: piece });
  const partsOf = (...events: Json[]) => streamed(...events, completed({}))?.choices[0]?.parts;

  it('reports a call once, if either id links its start and end', () => {
    const whole = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"a":1}' };
    const begun = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '' };
    expect(partsOf(opens(begun), delta('function_call_arguments', '{"a":1}'), closes(whole))).toMatchObject([
      { id: 'call_1', name: 'f', arguments: { a: 1 } },
    ]);
    const [first, second] = ['call_1', 'call_2'].map((call_id) => ({ type: 'function_call', call_id }));
    expect(
      partsOf(opens(first!), opens(second!), closes(whole), closes({ ...whole, call_id: 'call_2' })),
    ).toMatchObject([{ id: 'call_1' }, { id: 'call_2' }]);
  });
  it('reports a search once that gets its id at its end', () => {
    const action = { type: 'search', query: 'x' };
    expect(
      partsOf(opens({ type: 'web_search_call' }), closes({ type: 'web_search_call', id: 'ws_1', action })),
    ).toMatchObject([{ id: 'ws_1', arguments: action }]);
  });
  it('keeps a text without a start event', () =>
    expect(
      partsOf(delta('output_text', 'Good '), delta('output_text', 'day'), closes({ type: 'message', content: [] })),
    ).toMatchObject([{ kind: 'text', text: 'Good day' }]));
  it('keeps thinking, text and the arguments of a call apart', () =>
    expect(
      partsOf(
        delta('reasoning_text', 'Hm.'),
        delta('output_text', 'So.'),
        opens({ type: 'function_call', call_id: 'call_1', name: 'f' }),
        delta('function_call_arguments', '{}'),
      ),
    ).toMatchObject([{ kind: 'reasoning', text: 'Hm.' }, { kind: 'text', text: 'So.' }, { id: 'call_1' }]));
  it('keeps a call and its output apart, which have one id', () =>
    expect(
      partsOf(
        closes({ type: 'shell_call', call_id: 'call_1', action: { commands: ['ls'] } }),
        closes({ type: 'shell_call_output', call_id: 'call_1', output: 'a.txt' }),
      ),
    ).toMatchObject([
      { kind: 'tool_call', id: 'call_1' },
      { kind: 'tool_result', callId: 'call_1' },
    ]));
});

describe('endings', () => {
  it('an incomplete response names its reason', () => {
    const response = readResponse({
      body: JSON.stringify({
        object: 'response',
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [],
      }),
    });
    expect(response).toMatchObject({ incomplete: true, finishReason: 'max_output_tokens' });
  });
  it('a failed response and an error event are errors', () => {
    const failed = {
      type: 'response.failed',
      response: { object: 'response', status: 'failed', error: { code: 'server_error', message: 'boom' } },
    };
    expect(streamed(failed)).toMatchObject({ incomplete: true, error: { type: 'server_error', message: 'boom' } });
    expect(streamed(added(0, thought()), { type: 'error', code: 'rate_limit', message: 'slow' })).toMatchObject({
      incomplete: true,
      error: { type: 'rate_limit', message: 'slow' },
    });
  });
  it('a queued background response has no output and is no error', () =>
    expect(
      readResponse({ body: JSON.stringify({ object: 'response', id: 'r', status: 'queued', output: [] }) }),
    ).toMatchObject({ id: 'r', choices: [{ parts: [] }] }));
});

describe('a 0 of thinking tokens', () => {
  const withUsage = (...output: Json[]) =>
    readResponse({
      body: JSON.stringify({
        object: 'response',
        output,
        usage: { input_tokens: 1, output_tokens: 9, output_tokens_details: { reasoning_tokens: 0 } },
      }),
    })?.usage?.reasoning;
  it('beside a summary is what OpenAI billed', () => expect(withUsage(thought({ summary: summary('S') }))).toBe(0));
  it('beside raw thinking, or a summary that echoes itself (Ollama), is unknown', () => {
    expect(withUsage(thought({ content: [{ type: 'reasoning_text', text: 'raw' }] }))).toBeUndefined();
    expect(withUsage(thought({ summary: summary('S'), encrypted_content: 'S' }))).toBeUndefined();
  });
});
