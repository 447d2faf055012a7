/**
 * Codex: token counts and tools as events, many numbers as text, no thinking text (otel-genai §5.9). Its log records
 * become spans before this stage. With traces, the end of a response has token counts without a model; the enclosing
 * turn has both, for all its responses.
 */
import { attributeText, type SpanKind, type Usage } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf, usageOf } from '../shared/values.ts';
import type { Convention } from '../convention.ts';
import { failedRecord, recordText, type RecordFacts, type SessionRecord } from '../session-records.ts';

export const CODEX: Convention = {
  name: 'codex',
  // Its scope is the name that the host program gives itself.
  detects: ({ span, scope, prefixes }) =>
    span.startsWith('codex.') || scope.startsWith('codex') || prefixes.has('codex'),
  facts: codexFacts,
  session: { prefix: 'codex.', sessionId: 'conversation.id', title: 'Codex', read: codexRecord },
};

const TURN_USAGE = 'codex.turn.token_usage';

function codexFacts(reader: SpanReader): SpanFacts {
  const { read, text } = reader;
  const kind = kindOf(reader);
  return {
    kind,
    context: {
      agentName: kind === 'agent' ? 'Codex' : undefined,
      sessionId: text('conversation.id') ?? threadOf(reader),
      userId: text('user.account_id'),
      environment: text('env'),
    },
    failure: attributeText(read('aborted')) === 'true' ? 'aborted' : undefined,
    model: {
      provider: 'openai',
      requestModel: text('model', 'slug'),
      responseId: text('response.id'),
      reasoningEffort: text('reasoning_effort', 'codex.turn.reasoning_effort'),
    },
    usage: usageIn(reader),
    execution: () =>
      toolOf({
        id: text('call_id'),
        name: text('tool_name'),
        arguments: read('arguments'),
        result: read('output'),
      }),
  };
}

function kindOf({ span, attributes }: SpanReader): SpanKind | undefined {
  const has = (name: string) => attributes.has(name);
  if (span.name === 'codex.tool_result' || (has('call_id') && has('aborted'))) return 'tool';
  if (has(`${TURN_USAGE}.output_tokens`)) return 'agent';
  if (has('output_token_count') || hasFailed(span)) return 'generation';
  return span.name.startsWith('codex.') ? 'span' : undefined;
}

function usageIn({ read }: SpanReader): Usage | undefined {
  const ofTurn = (name: string) => read(`${TURN_USAGE}.${name}`);
  return usageOf({
    input: read('input_token_count') ?? ofTurn('input_tokens'),
    cacheRead: read('cached_token_count') ?? ofTurn('cached_input_tokens'),
    cacheWrite: read('cache_write_token_count') ?? ofTurn('cache_write_input_tokens'),
    output: read('output_token_count') ?? ofTurn('output_tokens'),
    reasoning: read('reasoning_token_count') ?? ofTurn('reasoning_output_tokens'),
  });
}

/**
 * True for records of a model call without an answer. A broken stream is reported more than once, and always as the end
 * of a response; requests also serve other purposes.
 */
function hasFailed({ name, attributes }: SessionRecord): boolean {
  if (!attributes.has('error.message')) return false;
  if (name === 'codex.sse_event') return attributes.get('event.kind') === 'response.completed';
  const endpoint = attributes.get('endpoint');
  const isOfModel = typeof endpoint !== 'string' || endpoint === 'unknown' || endpoint.includes('responses');
  return name === 'codex.websocket_request' || (name === 'codex.api_request' && isOfModel);
}

function codexRecord(record: SessionRecord): RecordFacts {
  if (hasFailed(record)) return failedRecord(record, 'error.message');
  const isEnd = record.name === 'codex.tool_result' || record.attributes.has('output_token_count');
  const asked = record.name === 'codex.user_prompt' ? recordText(record, 'prompt') : undefined;
  return { ...(isEnd && { isEnd }), asked };
}

/** Other spans use this name for the number of a process thread. */
function threadOf({ text }: SpanReader): string | undefined {
  const thread = text('thread.id');
  return thread?.includes('-') ? thread : undefined;
}
