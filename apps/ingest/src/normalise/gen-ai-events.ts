/**
 * Generation A of the GenAI conventions, and Semantic Kernel: messages as events of the span, each with fields of its own (otel-genai §1.5). As
 * log records they come one by one (log-records.ts). The details event of B and C has the attributes of the span.
 */
import {
  eventMessages,
  INFERENCE_DETAILS,
  inputMessages,
  outputMessages,
  plainEvent,
  type SentMessages,
} from '@subtext/reasoning';
import { toJsonObject } from '../otlp/json-value.ts';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';

export const GEN_AI_EVENTS: Dialect = {
  name: 'gen-ai-events',
  detects: ({ events }) => events.some((name) => name.startsWith('gen_ai.')),
  facts,
};

function facts({ span }: SpanReader): SpanFacts {
  const details = span.events.find(({ name }) => name === INFERENCE_DETAILS);
  const fields = details ? toJsonObject(details.attributes) : {};
  const inDetails: SentMessages = { scope: span.scope.name, read: (name) => fields[name] };
  const events = span.events
    .filter(({ name }) => name.startsWith('gen_ai.') && name !== INFERENCE_DETAILS)
    .map(({ name, attributes }) => plainEvent(name, toJsonObject(attributes)));
  return {
    input: (options) => {
      const messages = inputMessages(inDetails, options);
      return messages.length > 0 ? messages : eventMessages(events, options).input;
    },
    output: (options) => {
      const messages = outputMessages(inDetails, options);
      return messages.length > 0 ? messages : eventMessages(events, options).output;
    },
  };
}
