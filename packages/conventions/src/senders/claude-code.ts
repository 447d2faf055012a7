/**
 * Claude Code: input and output are in text attributes of its own, when it is configured to write them. It never writes
 * thoughts.
 */
import { decodeMessages } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const CLAUDE_CODE: Convention = {
  name: 'claude-code',
  detects: ({ span }) => span.startsWith('claude_code.'),
  messages: {
    // Only with detailed traces.
    output: ({ text }, options) => {
      const content = text('response.model_output');
      return content === undefined ? [] : decodeMessages([{ role: 'assistant', content }], options);
    },
  },
};
