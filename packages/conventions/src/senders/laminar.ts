/** Laminar: semconv names with underscores in the token counts; input and output as JSON (otel-genai §5.5). */
import { anyOutput, messagesOf } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const LAMINAR: Convention = {
  name: 'laminar',
  detects: ({ prefixes }) => prefixes.has('lmnr'),
  messages: {
    input: ({ json }, options) => messagesOf(json('lmnr.span.input'), 'user', options),
    output: ({ json }, options) => anyOutput(json('lmnr.span.output'), options),
  },
};
