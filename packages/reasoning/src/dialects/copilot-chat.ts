/** GitHub Copilot Chat (VS Code): the GenAI conventions, with the thought of a response in an attribute of its own. */
import { outputMessages } from '../gen-ai-messages.ts';
import { thoughtBeside } from './openlit.ts';
import type { Dialect } from './sent-span.ts';

export const COPILOT_CHAT: Dialect = {
  name: 'copilot-chat',
  detects: ({ prefixes, scope }) => prefixes.has('copilot_chat') || scope === 'copilot-chat',
  output: (sent, options) => thoughtBeside(outputMessages(sent, options), sent.text('copilot_chat.reasoning_content')),
};
