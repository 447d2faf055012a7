/** Spring AI: every number as text, and tool and chat client calls under names of its own. It sends no messages. */
import type { SpanKind } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { toolOf } from '../shared/values.ts';
import type { Convention } from '../convention.ts';

export const SPRING_AI: Convention = {
  name: 'spring-ai',
  // Spans of Micrometer: no other name identifies their sender.
  detects: ({ prefixes, has, scope }) =>
    has('spring.ai.kind') || (prefixes.has('gen_ai') && scope.startsWith('org.springframework')),
  facts: springAiFacts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['tool_call', 'tool'],
  ['chat_client', 'chain'],
  ['advisor', 'chain'],
]);

function springAiFacts({ read, text }: SpanReader): SpanFacts {
  const kind = text('spring.ai.kind');
  const isSearch = kind === 'vector_store' && text('db.operation.name') === 'query';
  return {
    kind: isSearch ? 'retriever' : (KINDS.get(kind) ?? (kind === undefined ? undefined : 'span')),
    context: { sessionId: text('spring.ai.chat.client.conversation.id') },
    execution: () =>
      toolOf({
        id: text('spring.ai.tool.call.id'),
        name: text('spring.ai.tool.definition.name'),
        arguments: read('spring.ai.tool.call.arguments'),
        result: read('spring.ai.tool.call.result'),
      }),
  };
}
