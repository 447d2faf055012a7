/** Restores the assistant turns that a sender wrote in pieces or out of order. */
import type { Message } from '../parts/message.ts';
import type { Part } from '../parts/part.ts';

/** Merges neighboring assistant messages: for senders that write each item of an output as a message of its own. */
export function turnsTogether(messages: readonly Message[]): Message[] {
  const turns: Message[] = [];
  for (const message of messages) {
    const before = turns.at(-1);
    if (before?.role === 'assistant' && message.role === 'assistant')
      turns[turns.length - 1] = { ...before, ...message, parts: [...before.parts, ...message.parts] };
    else turns.push(message);
  }
  return turns;
}

const PART_ORDER: Record<Part['kind'], number> = {
  reasoning: 0,
  redacted: 0,
  hidden: 0,
  other: 1,
  text: 1,
  tool_call: 2,
  tool_result: 3,
};

/** For senders that lost the order of an output: thoughts, then text, then calls (providers.md §15). */
export function thinkingFirst(messages: readonly Message[]): Message[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.toSorted((left, right) => PART_ORDER[left.kind] - PART_ORDER[right.kind]),
  }));
}
