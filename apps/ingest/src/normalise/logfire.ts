/** Logfire's own integrations: the provider's request and response, or generation A's events, as JSON attributes (otel-genai §5.2). */
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { eventMessages } from './gen-ai-events.ts';
import { providerInput, providerOutput, recordOf, usageOf } from './values.ts';

export const LOGFIRE: Dialect = {
  name: 'logfire',
  detects: ({ scope, has }) => scope.startsWith('logfire') || has('logfire.msg'),
  facts,
};

function facts({ read, json }: SpanReader): SpanFacts {
  const request = recordOf(read('request_data'));
  const answer = recordOf(recordOf(read('response_data')).message);
  const events = json('events') ?? json('all_messages_events');
  return {
    kind: Object.keys(request).length > 0 && 'model' in request ? 'generation' : undefined,
    model: { requestModel: typeof request.model === 'string' ? request.model : undefined },
    // `usage.partial` on the steps of an agent is no figure of a generation: the run has the true one.
    usage: usageOf({ costUsd: read('operation.cost') }),
    input: (options) => {
      const messages = providerInput(request, options);
      return messages.length > 0 ? messages : eventMessages(events, options).input;
    },
    output: (options) => {
      const messages = providerOutput({ choices: [{ message: answer }] }, options);
      return Object.keys(answer).length > 0 ? messages : eventMessages(events, options).output;
    },
  };
}
