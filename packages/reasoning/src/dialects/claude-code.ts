/** Claude Code: what was asked and answered stands in texts of its own, where it is told to write them; thoughts never do. */
import { decodeMessages } from '../message-codec.ts';
import type { Dialect } from './sent-span.ts';

export const CLAUDE_CODE: Dialect = {
  name: 'claude-code',
  detects: ({ span }) => span.startsWith('claude_code.'),
  // With detailed traces only.
  output: ({ text }, options) => {
    const content = text('response.model_output');
    return content === undefined ? [] : decodeMessages([{ role: 'assistant', content }], options);
  },
};
