/** Failures that senders report in attributes, and not in the status of the span. */
import { describe, expect, test } from 'vitest';
import { toStorable } from '../rows/index.ts';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

function reported(sent: SentFields) {
  const { span, calls } = toStorable({ projectId: 'p' }, normalise(spanSent(sent)));
  return [span.status, span.statusMessage, calls.find(({ describedBy }) => describedBy === 'execution')?.status];
}

const OBSERVATION = { 'langfuse.observation.type': 'generation' };

describe('what failed says so', () => {
  test.each<[string, SentFields, unknown[]]>([
    [
      'a model call of the conventions, by its error.type',
      { attributes: { 'gen_ai.operation.name': 'chat', 'error.type': '429' } },
      ['error', '429', undefined],
    ],
    [
      'a tool',
      { attributes: { 'gen_ai.operation.name': 'execute_tool', 'error.type': 'timeout' } },
      ['error', 'timeout', 'error'],
    ],
    [
      'a tool of MCP whose result is an error',
      { attributes: { 'mcp.method.name': 'tools/call', 'error.type': 'tool_error' } },
      ['error', 'tool_error', 'error'],
    ],
    [
      'an observation of Langfuse, by its level',
      {
        attributes: {
          ...OBSERVATION,
          'langfuse.observation.level': 'ERROR',
          'langfuse.observation.status_message': 'The provider is away.',
        },
      },
      ['error', 'The provider is away.', undefined],
    ],
    [
      'a request of Claude Code',
      { name: 'claude_code.llm_request', attributes: { success: false, error: 'overloaded' } },
      ['error', 'overloaded', undefined],
    ],
    [
      'a tool of Claude Code, with booleans as text',
      { name: 'claude_code.tool', attributes: { tool_name: 'Bash', success: 'false' } },
      ['error', null, 'error'],
    ],
  ])('%s', (_what, sent, expected) => expect(reported(sent)).toEqual(expected));
});

describe('what did not fail does not', () => {
  test('because a span of something else has an error.type', () => {
    expect(reported({ name: 'GET', attributes: { 'error.type': '404' } })[0]).toBe('unset');
  });

  test('when its status says that it went well', () => {
    expect(reported({ status: 1, attributes: { 'gen_ai.operation.name': 'chat', 'error.type': '429' } })[0]).toBe('ok');
  });

  test('for a level that is none of a failure', () => {
    expect(reported({ attributes: { ...OBSERVATION, 'langfuse.observation.level': 'WARNING' } })[0]).toBe('unset');
  });
});
