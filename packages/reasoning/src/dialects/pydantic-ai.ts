/** Pydantic AI: semconv names with parts of its own; older versions with all messages of a run (otel-genai §5.2). */
import { messagesOf } from './bodies.ts';
import type { Dialect } from './sent-span.ts';

export const PYDANTIC_AI: Dialect = {
  name: 'pydantic-ai',
  detects: ({ scope }) => scope === 'pydantic-ai',
  input: ({ json }, options) => messagesOf(json('pydantic_ai.all_messages'), 'user', options),
};
