/**
 * Claude Code: bare names, cached tokens outside the input, no thoughts at all (otel-genai §5.8). Input and output are
 * in text attributes of its own, when it is configured to write them.
 */
import { attributeText, decodeMessages, type DecodeOptions, type Message, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { failedRecord, recordText, type RecordFacts, type SessionRecord } from '../session-records.ts';
import { isRedacted, millisecondsOf, toolOf, usageOf } from '../shared/values.ts';

export const CLAUDE_CODE: Convention = {
  name: 'claude-code',
  detects: ({ span }) => span.startsWith('claude_code.'),
  messages: {
    // Only with detailed traces.
    output: ({ text }, options) => {
      const content = text('response.model_output');
      return content === undefined ? [] : decodeMessages([{ role: 'assistant', content }], options);
    },
  },
  facts: claudeCodeFacts,
  session: {
    prefix: 'claude_code.',
    sessionId: 'session.id',
    title: 'Claude Code',
    turnId: 'prompt.id',
    read: claudeCodeRecord,
  },
};

const KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['claude_code.llm_request', 'generation'],
  ['claude_code.tool', 'tool'],
  // Log records, where there are no spans.
  ['claude_code.api_request', 'generation'],
  ['claude_code.api_error', 'generation'],
  ['claude_code.assistant_response', 'generation'],
  ['claude_code.tool_result', 'tool'],
  ['claude_code.interaction', 'agent'],
]);

function claudeCodeFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  return {
    kind: KINDS.get(span.name) ?? 'span',
    failure: attributeText(read('success')) === 'false' ? (text('error') ?? '') : undefined,
    context: { userId: text('user.account_uuid', 'user.id') },
    model: {
      provider: 'anthropic',
      requestModel: text('gen_ai.request.model', 'model'),
      responseId: text('request_id'),
      finishReason: text('stop_reason'),
      reasoningEffort: text('effort'),
      timeToFirstChunk: millisecondsOf(read('ttft_ms'), 1),
    },
    usage: usageOf(
      {
        input: read('input_tokens'),
        cacheRead: read('cache_read_tokens'),
        cacheWrite: read('cache_creation_tokens'),
        output: read('output_tokens'),
        costUsd: read('cost_usd'),
      },
      { cacheOutside: true },
    ),
    asked: span.name === 'claude_code.interaction' ? (options) => saidBy(text('user_prompt'), options) : undefined,
    execution: () =>
      toolOf({
        id: text('gen_ai.tool.call.id', 'tool_use_id'),
        name: text('tool_name'),
        arguments: read('tool_input') ?? read('tool_parameters') ?? argumentsFrom(text),
        result: read('tool_result') ?? read('tool_output') ?? resultIn(reader),
      }),
  };
}

/** When the whole input is missing, the arguments that the span reports. */
function argumentsFrom(text: SpanReader['text']): Record<string, string> {
  const said = { file_path: text('file_path'), command: text('full_command'), subagent_type: text('subagent_type') };
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The result of a command, or of a file operation. */
function resultIn({ events }: SpanReader): unknown {
  const { output, content } = events.findLast(({ name }) => name === 'tool.output')?.fields() ?? {};
  return output ?? content;
}

const saidBy = (content: string | undefined, options: DecodeOptions): Message[] =>
  content === undefined || isRedacted(content) ? [] : decodeMessages([{ role: 'user', content }], options);

function claudeCodeRecord(record: SessionRecord): RecordFacts {
  const callId = recordText(record, 'request_id');
  switch (record.name) {
    case 'claude_code.api_request':
      return { isEnd: true, callId };
    case 'claude_code.tool_result':
      return { isEnd: true };
    case 'claude_code.api_error':
      return failedRecord(record, 'error');
    case 'claude_code.assistant_response': {
      const text = recordText(record, 'response');
      return callId === undefined || text === undefined ? {} : { answer: { callId, text } };
    }
    case 'claude_code.user_prompt':
      return { asked: recordText(record, 'prompt') };
    default:
      return {};
  }
}
