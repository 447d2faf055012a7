/**
 * GitHub Copilot Chat (VS Code): the GenAI conventions, with the thought of a response, session, first chunk and
 * thinking tokens in attributes of its own.
 */
import { outputMessages, type HiddenPart, type Message } from '@subtext/reasoning';
import { thoughtBeside } from './openlit.ts';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, usageOf } from '../shared/values.ts';

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
  facts: copilotChatFacts,
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

function copilotChatFacts({ read, text }: SpanReader): SpanFacts {
  return {
    // The conventions' conversation belongs to one agent; a session holds several.
    context: { sessionId: text('copilot_chat.chat_session_id', 'copilot_chat.session_id') },
    model: { timeToFirstChunk: millisecondsOf(read('copilot_chat.time_to_first_token'), 1) },
    usage: usageOf({ reasoning: read('gen_ai.usage.reasoning_tokens') }),
  };
}
