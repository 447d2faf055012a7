/** GitHub Copilot Chat (VS Code): the GenAI conventions, with the thought of a response in an attribute of its own. */
import { outputMessages, type HiddenPart, type Message } from '@subtext/reasoning';
import { thoughtBeside } from './openlit.ts';
import type { Convention } from '../convention.ts';

export const COPILOT_CHAT: Convention = {
  name: 'copilot-chat',
  detects: ({ prefixes, scope }) => prefixes.has('copilot_chat') || scope === 'copilot-chat',
  messages: {
    output: (sent, options) => {
      const messages = outputMessages(sent, options);
      const thought = sent.text('copilot_chat.reasoning_content');
      return thought === ENCRYPTED ? hiddenBeside(messages) : thoughtBeside(messages, thought);
    },
  },
};

/** It writes this in place of a thought that it cannot read itself. */
const ENCRYPTED = '[encrypted]';

function hiddenBeside([first, ...others]: Message[]): Message[] {
  const hidden: HiddenPart = {
    kind: 'hidden',
    key: 'thought',
    encrypted: true,
    format: 'parsed',
    field: 'reasoning',
  };
  return [{ role: 'assistant', ...first, parts: [hidden, ...(first?.parts ?? [])] }, ...others];
}
