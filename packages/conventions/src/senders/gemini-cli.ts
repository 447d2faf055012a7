/**
 * Gemini CLI: spans with operations of its own and Gemini's token counts, and a log record for each request and tool.
 * Gemini's contents stand in place of the conventions' messages, one per chunk of a stream; texts are cut at 10,000
 * characters.
 */
import {
  attributeJson,
  attributeList,
  GEN_AI,
  parseCutJson,
  providerInput,
  providerOutput,
  recordOf,
  type AttributedCall,
  type SpanKind,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { failedRecord, recordText, type RecordFacts, type SessionRecords } from '../session-records.ts';
import { listOf, toolOf, usageOf } from '../shared/values.ts';

const SCOPE = 'gemini-cli';

export const GEMINI_CLI: Convention = {
  name: 'gemini-cli',
  detects: ({ scope, span }) => scope === SCOPE || span.startsWith('gemini_cli.'),
  readsGenAi: true,
  messages: {
    input: ({ read }, options) => {
      const contents = contentsIn(read(GEN_AI.inputMessages));
      return providerInput({ contents }, options);
    },
    output: ({ read }, options) => {
      const parts = joined(answerIn(read).flatMap(({ parts: some }) => some ?? []));
      return parts.length === 0 ? [] : providerOutput({ candidates: [{ content: { role: 'model', parts } }] }, options);
    },
  },
  facts: geminiCliFacts,
  session: geminiSession({ prefix: 'gemini_cli.', title: 'Gemini CLI', failure: 'error' }),
};

/** A cut text ends with `...[TRUNCATED: original length 12345]`. */
const CUT = /\.\.\.\[TRUNCATED: original length \d+\]$/;

/** What the sender wrote, also when it was cut. */
function geminiCliJson(value: unknown): unknown {
  return typeof value === 'string' && CUT.test(value) ? parseCutJson(value.replace(CUT, '')) : attributeJson(value);
}

/** A span carries the contents; a log record carries the original bodies, one per chunk of a stream. */
function answerIn(read: SentSpan['read']): Record<string, unknown>[] {
  const contents = contentsIn(read(GEN_AI.outputMessages));
  if (contents.length > 0) return contents;
  const responseText = geminiCliJson(read('response_text'));
  const bodies: unknown[] = Array.isArray(responseText) ? responseText : [responseText];
  return contentsIn(bodies.map((body) => recordOf(attributeList(recordOf(body).candidates)?.[0]).content));
}

function contentsIn(value: unknown): Record<string, unknown>[] {
  const response = geminiCliJson(value);
  const contents: unknown[] = Array.isArray(response) ? response : [response];
  return contents.map(recordOf).filter(({ parts }) => Array.isArray(parts));
}

/** Merges the chunks of one text or one thought. */
function joined(parts: readonly unknown[]): Record<string, unknown>[] {
  const whole: Record<string, unknown>[] = [];
  for (const part of parts.map(recordOf)) {
    const before = whole.at(-1);
    const isMore = typeof before?.text === 'string' && typeof part.text === 'string' && before.thought === part.thought;
    if (isMore)
      whole[whole.length - 1] = { ...before, ...part, text: `${before.text as string}${part.text as string}` };
    else whole.push(part);
  }
  return whole;
}

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['llm_call', 'generation'],
  ['tool_call', 'tool'],
  ['agent_call', 'agent'],
  ['user_prompt', 'chain'],
  ['system_prompt', 'chain'],
  ['schedule_tool_calls', 'chain'],
  // Log records, where there are no spans.
  ['gemini_cli.api_response', 'generation'],
  ['gemini_cli.api_error', 'generation'],
  ['gemini_cli.tool_call', 'tool'],
]);

function geminiCliFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  const isRecord = span.name.startsWith('gemini_cli.');
  return {
    kind: KINDS.get(isRecord ? span.name : text(GEN_AI.operationName)) ?? 'span',
    context: { userId: text('user.email', 'installation.id') },
    model: {
      provider: 'gcp.gemini',
      requestModel: text('model'),
      finishReason: listOf(read('finish_reasons'))[0],
    },
    // Google counts thinking beside the output.
    usage: usageOf(
      {
        input: read('input_token_count') ?? read(GEN_AI.inputTokens),
        cacheRead: read('cached_content_token_count'),
        output: read('output_token_count') ?? read(GEN_AI.outputTokens),
        reasoning: read('thoughts_token_count'),
      },
      { thinkingOutside: true },
    ),
    execution: () => executionOf(reader),
  };
}

function executionOf({ read, text }: SpanReader): AttributedCall {
  const asked = recordOf(geminiCliJson(read(GEN_AI.inputMessages)));
  const { response, status } = recordOf(geminiCliJson(read(GEN_AI.outputMessages)));
  const [part] = attributeList(recordOf(response).responseParts) ?? [];
  const answer = recordOf(recordOf(part).functionResponse).response;
  const tool = toolOf({
    id: text('gen_ai.tool.call_id'),
    name: text(GEN_AI.toolName, 'function_name'),
    arguments: asked.args ?? read('function_args'),
    result: recordOf(answer).output ?? answer,
  });
  return { ...tool, ...(status === 'error' && { status: 'error' as const }) };
}

/** The records of Gemini CLI and of its descendant Qwen Code. `failure`: attribute with the reason of a failed request. */
export function geminiSession({
  prefix,
  title,
  failure,
}: Pick<SessionRecords, 'prefix' | 'title'> & { failure: string }): SessionRecords {
  const read: SessionRecords['read'] = (record): RecordFacts => {
    switch (record.name.slice(prefix.length)) {
      case 'api_response':
      case 'tool_call':
        return { isEnd: true };
      case 'api_error':
        return failedRecord(record, failure);
      case 'user_prompt':
        return { asked: recordText(record, 'prompt') };
      default:
        return {};
    }
  };
  return { prefix, sessionId: 'session.id', title, turnId: 'prompt_id', read };
}
