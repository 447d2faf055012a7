/**
 * Pydantic AI: semconv names with parts of its own; usage in details, sums of a run under a name of their own. Older
 * versions write all messages of a run, or events in an attribute (otel-genai §5.2).
 */
import { eventMessages, messagesOf, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf, usageOf } from '../shared/values.ts';

export const PYDANTIC_AI: Convention = {
  name: 'pydantic-ai',
  detects: ({ scope }) => scope === 'pydantic-ai',
  messages: {
    input: ({ json }, options) => {
      const ofRun = messagesOf(json('pydantic_ai.all_messages'), 'user', options);
      return ofRun.length > 0 ? ofRun : eventMessages(json('events'), options).input;
    },
    output: ({ json }, options) => eventMessages(json('events'), options).output,
  },
  facts: pydanticAiFacts,
};

/** Names in version 2, which sent no operation. */
const OLDER_NAMES: readonly [beginning: string, kind: SpanKind][] = [
  ['agent run', 'agent'],
  ['running tool', 'tool'],
];

const OWN = 'gen_ai.usage.';
/** Prefix of a run's usage in newer versions; older ones use the names of a call there, too. */
const OF_RUN = 'gen_ai.aggregated_usage.';

function pydanticAiFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  const sums = read(`${OF_RUN}output_tokens`) === undefined ? OWN : OF_RUN;
  const detail = (name: string) => read(`${sums}details.${name}`);
  const older = OLDER_NAMES.find(([beginning]) => span.name.startsWith(beginning))?.[1];
  return {
    // `running tools` holds several `running tool`.
    kind: span.name.startsWith('running tools') ? 'chain' : older,
    context: { agentName: text('agent_name', 'gen_ai.agent.name') },
    usage: usageOf({
      ...(sums === OF_RUN && { input: read(`${sums}input_tokens`), output: read(`${sums}output_tokens`) }),
      reasoning: detail('reasoning_tokens') ?? detail('thoughts_tokens'),
      cacheRead: detail('cache_read_tokens'),
      cacheWrite: detail('cache_write_tokens'),
      cacheWriteHour: detail('cache_write_1h_tokens'),
      costUsd: read('operation.cost'),
    }),
    execution: () => toolOf({ arguments: read('tool_arguments'), result: read('tool_response') }),
  };
}
