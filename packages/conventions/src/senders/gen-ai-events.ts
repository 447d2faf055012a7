/**
 * Generation A of the GenAI conventions, and Semantic Kernel: messages as span events, each with fields of its own
 * (otel-genai §1.5). As log records they come one by one (apps/ingest/src/normalise/log-records.ts). The details event
 * of B and C has the attributes of the span.
 */
import {
  eventMessages,
  INFERENCE_DETAILS,
  inputMessages,
  outputMessages,
  plainEvent,
  type JsonRecord,
  type SentMessages,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const GEN_AI_EVENTS: Convention = {
  name: 'gen-ai-events',
  detects: ({ events }) => events.some((name) => name.startsWith('gen_ai.')),
  messages: {
    input: (sent, options) => {
      const messages = inputMessages(detailsIn(sent), options);
      return messages.length > 0 ? messages : eventMessages(eventsOf(sent), options).input;
    },
    output: (sent, options) => {
      const messages = outputMessages(detailsIn(sent), options);
      return messages.length > 0 ? messages : eventMessages(eventsOf(sent), options).output;
    },
  },
};

function detailsIn({ scope, events }: SentSpan): SentMessages {
  const fields = events.find(({ name }) => name === INFERENCE_DETAILS)?.fields() ?? {};
  return { scope, read: (name) => fields[name] };
}

const eventsOf = ({ events }: SentSpan): JsonRecord[] =>
  events
    .filter(({ name }) => name.startsWith('gen_ai.') && name !== INFERENCE_DETAILS)
    .map(({ name, fields }) => plainEvent(name, fields()));
