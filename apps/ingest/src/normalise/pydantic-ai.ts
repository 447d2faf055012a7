/** Pydantic AI: semconv names with parts of its own; usage in details, sums of a run under a name of their own (otel-genai §5.2). */
import type { SpanKind } from '@subtext/db';
import type { SpanFacts, SpanReader } from './dialect.ts';
import { toolOf, usageOf } from './values.ts';

/** Names of version 2, which sent no operation. */
const OLDER_NAMES: readonly [beginning: string, kind: SpanKind][] = [
  ['agent run', 'agent'],
  ['running tool', 'tool'],
];

const DETAILS = 'gen_ai.usage.details.';

export function pydanticAiFacts(reader: SpanReader): SpanFacts {
  const { span, read, text } = reader;
  const older = OLDER_NAMES.find(([beginning]) => span.name.startsWith(beginning))?.[1];
  return {
    // `running tools` holds several `running tool`.
    kind: span.name.startsWith('running tools') ? 'chain' : older,
    context: { agentName: text('agent_name', 'gen_ai.agent.name') },
    usage: usageOf({
      reasoning: read(`${DETAILS}reasoning_tokens`) ?? read(`${DETAILS}thoughts_tokens`),
      cacheRead: read(`${DETAILS}cache_read_tokens`),
      cacheWrite: read(`${DETAILS}cache_write_tokens`),
      costUsd: read('operation.cost'),
    }),
    execution: () => toolOf({ arguments: read('tool_arguments'), result: read('tool_response') }),
  };
}
