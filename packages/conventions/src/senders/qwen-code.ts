/** Qwen Code: the conventions' names, and text attributes of its own when it is configured to write them. */
import { decodeMessages } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';

export const QWEN_CODE: Convention = {
  name: 'qwen-code',
  detects: ({ span }) => span.startsWith('qwen-code.'),
  messages: {
    output: ({ text }, options) => {
      const content = text('response.model_output');
      return content === undefined ? [] : decodeMessages([{ role: 'assistant', content }], options);
    },
  },
};
