/** Coding agents, with the spans that their own sources, tests and documents describe. */
import { describe, expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const read = (sent: SentFields) => normalise(spanSent(sent));

describe('Codex, with traces', () => {
  const codex = (name: string, attributes: SentFields['attributes'], scope = 'codex_cli_rs') =>
    read({ scope, name, attributes });
  const TURN = {
    'thread.id': '0199c2f1-7a51-7c10-9e5f-3f1d3a1c2b4d',
    'turn.id': '1',
    model: 'gpt-5.2-codex',
    'codex.turn.reasoning_effort': 'high',
    'codex.turn.token_usage.input_tokens': 1_200,
    'codex.turn.token_usage.cached_input_tokens': 800,
    'codex.turn.token_usage.non_cached_input_tokens': 400,
    'codex.turn.token_usage.output_tokens': 300,
    'codex.turn.token_usage.reasoning_output_tokens': 192,
    'codex.turn.token_usage.total_tokens': 1_500,
  };

  test('the turn has the usage of all its model calls, and their model', () => {
    expect(codex('session_task.turn', TURN)).toMatchObject({
      kind: 'agent',
      context: { agentName: 'Codex', sessionId: TURN['thread.id'] },
      run: {
        provider: 'openai',
        requestModel: 'gpt-5.2-codex',
        reasoningEffort: 'high',
        usage: { input: 1_200, cacheRead: 800, output: 300, reasoning: 192, reasoningSource: 'reported' },
      },
    });
  });

  test('it is recognized by its names in any host program', () => {
    const { convention, run } = codex('session_task.turn', TURN, 'Some Editor');
    expect([convention, run?.usage.output]).toEqual(['codex', 300]);
  });

  test('the end of a response, which names no model, is no model call beside it', () => {
    const completed = codex('completed', {
      'thread.id': 10,
      'codex.request.reasoning_effort': 'high',
      'gen_ai.usage.input_tokens': 1_200,
      'gen_ai.usage.output_tokens': 300,
      'codex.usage.reasoning_output_tokens': 192,
    });
    expect(completed.kind).toBe('span');
    expect(completed.context.sessionId).toBeUndefined();
  });

  test('what dispatches a call is the run of its tool, and failed when it was broken off', () => {
    const call = { tool_name: 'exec_command', call_id: 'call_1', aborted: false };
    expect(codex('exec_command', call)).toMatchObject({
      kind: 'tool',
      execution: { id: 'call_1', name: 'exec_command' },
    });
    expect(codex('exec_command', call).failure).toBeUndefined();
    expect(codex('exec_command', { ...call, aborted: true }).failure).toBe('aborted');
  });

  test('an item of a response that names a tool is no run of it', () => {
    expect(codex('function_call', { tool_name: 'exec_command', from: 'output_item_done' }).kind).toBe('span');
  });
});

describe('Claude Code, with detailed traces', () => {
  const claude = (name: string, fields: Omit<SentFields, 'name' | 'scope'>) =>
    read({ scope: 'com.anthropic.claude_code.tracing', name: `claude_code.${name}`, ...fields });

  test('the interaction has the input, unless it is redacted', () => {
    const asked = (prompt: string) => claude('interaction', { attributes: { user_prompt: prompt } }).asked;
    expect(asked('Fix the test.')).toBe('Fix the test.');
    expect(asked('<REDACTED>')).toBeUndefined();
  });

  test('the request has the answer', () => {
    const { generation } = claude('llm_request', {
      attributes: { model: 'claude-opus-4-7', output_tokens: 20, 'response.model_output': 'It is fixed.' },
    });
    expect(generation).toMatchObject({ answered: 'It is fixed.', usage: { output: 20 } });
  });

  test.each([['output'], ['content']])('a tool returned what its event has as %s', (field) => {
    const { execution } = claude('tool', {
      attributes: { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: '{"command":"ls"}' },
      events: [{ name: 'tool.output', attributes: { [field]: 'README.md', bash_command: 'ls' } }],
    });
    expect(execution).toMatchObject({ id: 'toolu_1', arguments: { command: 'ls' }, result: 'README.md' });
  });
});

describe('OpenClaw', () => {
  const openclaw = (name: string, attributes: SentFields['attributes']) =>
    read({ scope: 'openclaw', name, attributes });
  const FIGURES = {
    'gen_ai.system': 'anthropic',
    'gen_ai.request.model': 'claude-opus-4-6',
    'gen_ai.usage.input_tokens': 900,
    'gen_ai.usage.output_tokens': 120,
    'gen_ai.usage.cache_read.input_tokens': 700,
  };

  test.each([['openclaw.model.call'], ['chat claude-opus-4-6']])(
    'a request to a model is one, with its thinking, for any span name: %s',
    (name) => {
      const { kind, convention, generation, context } = openclaw(name, {
        ...FIGURES,
        'gen_ai.operation.name': 'chat',
        'openclaw.agent': 'main',
        'openclaw.model_call.observation_unit': 'request',
        'openclaw.model_call.time_to_first_byte_ms': 250,
        'openclaw.model_call.usage.reasoning_output_tokens': 64,
      });
      expect([kind, convention, context.agentName]).toEqual(['generation', 'openclaw', 'main']);
      expect(generation).toMatchObject({
        timeToFirstChunk: 250,
        usage: { input: 900, cacheRead: 700, output: 120, reasoning: 64, reasoningSource: 'reported' },
      });
    },
  );

  test('the account of a whole run repeats its requests, and is none', () => {
    const sums = openclaw('openclaw.model.usage', { ...FIGURES, 'gen_ai.operation.name': 'chat' });
    expect([sums.kind, sums.generation, sums.run]).toEqual(['span', undefined, undefined]);
  });

  test('a turn of another agent, whose requests are not visible, is a run with its sums', () => {
    const turn = openclaw('openclaw.model.call', {
      ...FIGURES,
      'gen_ai.operation.name': 'invoke_agent',
      'openclaw.model_call.observation_unit': 'turn',
    });
    expect(turn).toMatchObject({ kind: 'agent', run: { usage: { input: 900, output: 120 } } });
  });

  test('its runs are runs, and the question is on the message that was processed', () => {
    expect(openclaw('openclaw.run', { 'openclaw.agent': 'unknown' })).toMatchObject({ kind: 'agent', context: {} });
    expect(openclaw('openclaw.run', { 'openclaw.agent': 'unknown' }).context.agentName).toBeUndefined();
    expect(openclaw('openclaw.harness.run', {}).kind).toBe('chain');
    const message = openclaw('openclaw.message.processed', {
      'input.value': 'Is A7 in stock?',
      'output.value': 'Yes.',
    });
    expect([message.kind, message.asked]).toEqual(['chain', 'Is A7 in stock?']);
  });
});

describe('Qwen Code', () => {
  const qwen = (name: string, attributes: SentFields['attributes']) =>
    read({ scope: 'qwen-code', name: `qwen-code.${name}`, attributes });

  test('a request has its thinking, the time of its first word and the answer', () => {
    const { kind, context, generation } = qwen('llm_request', {
      'session.id': 's_1',
      'gen_ai.user.id': 'user_1',
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'qwen3-coder-plus',
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 120,
      thoughts_token_count: 64,
      ttft_ms: 300,
      'response.model_output': 'It is fixed.',
    });
    expect([kind, context.sessionId, context.userId]).toEqual(['generation', 's_1', 'user_1']);
    expect(generation).toMatchObject({
      answered: 'It is fixed.',
      timeToFirstChunk: 300,
      usage: { input: 900, output: 120, reasoning: 64 },
    });
  });

  test('a tool has its id, what went in and what came out, without the titles before them', () => {
    const { kind, execution } = qwen('tool', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_file',
      'tool.call_id': 'call_1',
      tool_input: '[TOOL INPUT: read_file]\n{"path":"README.md"}',
      tool_result: '[TOOL RESULT: read_file]\nHello.',
    });
    expect(kind).toBe('tool');
    expect(execution).toMatchObject({
      id: 'call_1',
      name: 'read_file',
      arguments: { path: 'README.md' },
      result: 'Hello.',
    });
  });

  test('an interaction is a run, and has the question', () => {
    const interaction = qwen('interaction', { new_context: '[USER PROMPT]\nFix the test.' });
    expect([interaction.kind, interaction.asked]).toEqual(['agent', 'Fix the test.']);
    expect(qwen('subagent', {}).kind).toBe('agent');
  });

  test('a record that was sent as a span counts for none beside the spans', () => {
    const record = { model: 'qwen3-coder-plus', input_token_count: 900, output_token_count: 120, 'log.bridge': true };
    expect(qwen('api_response', record).kind).toBe('span');
  });
});

test('GitHub Copilot Chat says of a thought that it was encrypted: that is no thought to be read', () => {
  const { generation } = read({
    scope: 'copilot-chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-5.2-codex',
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 120,
      'gen_ai.usage.reasoning_tokens': 64,
      'copilot_chat.reasoning_content': '[encrypted]',
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'call_1', name: 'read_file', arguments: {} }] },
      ]),
    },
  });
  expect(generation?.response.state).toBe('encrypted');
  expect(generation?.response.calls).toMatchObject([{ id: 'call_1', reasoning: [], state: 'encrypted' }]);
});
