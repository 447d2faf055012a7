/**
 * Gemini CLI: spans with operations of its own and Gemini's token counts, and a log record for each request and tool.
 */
import { attributeList, GEN_AI, recordOf, type AttributedCall, type SpanKind } from '@subtext/reasoning';
import { geminiCliJson } from '../senders/gemini-cli.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { listOf, toolOf, usageOf } from '../shared/values.ts';

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

export function geminiCliFacts(reader: SpanReader): SpanFacts {
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
  return { ...tool, ...(status === 'error' && { isError: true }) };
}
