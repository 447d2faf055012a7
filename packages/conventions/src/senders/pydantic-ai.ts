/**
 * Pydantic AI: semconv names with parts of its own; older versions write all messages of a run, or events in an
 * attribute (otel-genai §5.2).
 */
import { eventMessages, messagesOf } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

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
};
