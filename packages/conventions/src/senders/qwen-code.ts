/**
 * Qwen Code: spans with the conventions' names, text attributes of its own when it is configured to write them, and
 * the log records of its origin, Gemini CLI, under a name of its own.
 */
import { decodeMessages, GEN_AI, type DecodeOptions, type Message, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { geminiSession } from './gemini-cli.ts';
import { inclusive, millisecondsOf, toolOf, usageOf } from '../shared/values.ts';

export const QWEN_CODE: Convention = {
  name: 'qwen-code',
  detects: ({ span }) => span.startsWith('qwen-code.'),
  messages: {
    output: ({ text }, options) => {
      const content = text('response.model_output');
      return content === undefined ? [] : decodeMessages([{ role: 'assistant', content }], options);
    },
  },
  facts: qwenCodeFacts,
  session: geminiSession({ prefix: 'qwen-code.', title: 'Qwen Code', failure: 'error.message' }),
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['qwen-code.interaction', 'agent'],
  ['qwen-code.subagent', 'agent'],
  ['qwen-code.llm_request', 'generation'],
  ['qwen-code.tool', 'tool'],
  // Log records, where there are no spans.
  ['qwen-code.api_response', 'generation'],
  ['qwen-code.api_error', 'generation'],
  ['qwen-code.tool_call', 'tool'],
]);

function qwenCodeFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  // A duplicate: something with its own span, reported again as a record that became a span.
  const isRepeated = read('log.bridge') === true;
  const usage = usageOf({
    input: read('input_token_count'),
    cacheRead: read('cached_content_token_count'),
    output: read('output_token_count'),
    reasoning: read('thoughts_token_count'),
  });
  return {
    kind: isRepeated ? 'span' : (KINDS.get(span.name) ?? 'span'),
    context: { userId: text('gen_ai.user.id') },
    model: {
      requestModel: text('model'),
      responseId: text('response_id'),
      timeToFirstChunk: millisecondsOf(read('ttft_ms'), 1),
    },
    usage: usage && inclusive(usage, read('total_token_count')),
    asked: span.name === 'qwen-code.interaction' ? (options) => questionIn(reader, options) : undefined,
    execution: () =>
      toolOf({
        id: text(GEN_AI.toolCallId, 'tool.call_id', 'call_id'),
        name: text(GEN_AI.toolName, 'function_name'),
        arguments: read(GEN_AI.toolArguments) ?? read('function_args') ?? untitled(text('tool_input')),
        result: read(GEN_AI.toolResult) ?? untitled(text('tool_result')),
      }),
  };
}

function questionIn({ text }: SpanReader, options: DecodeOptions): Message[] {
  const content = untitled(text('new_context'));
  return content === undefined ? [] : decodeMessages([{ role: 'user', content }], options);
}

/** Each text has a title line in front. */
const untitled = (text: string | undefined): string | undefined =>
  text?.replace(/^\[(?:USER PROMPT|TOOL (?:INPUT|RESULT): [^\n]*)\]\n/, '');
