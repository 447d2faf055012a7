/** GitHub Copilot Chat (VS Code): semconv names; session, first chunk and thinking tokens under names of its own. */
import type { SpanFacts, SpanReader } from '../facts.ts';
import { millisecondsOf, usageOf } from '../shared/values.ts';

export function copilotChatFacts({ read, text }: SpanReader): SpanFacts {
  return {
    // The conventions' conversation belongs to one agent; a session holds several.
    context: { sessionId: text('copilot_chat.chat_session_id', 'copilot_chat.session_id') },
    model: { timeToFirstChunk: millisecondsOf(read('copilot_chat.time_to_first_token'), 1) },
    usage: usageOf({ reasoning: read('gen_ai.usage.reasoning_tokens') }),
  };
}
