/** What the model had before a step, for the origins of its arguments. */
import type { SeenEntry } from '@subtext/evidence';
import type { Part } from '@subtext/reasoning';
import type { RecordedStep } from './recorded-step.ts';

export function indexEntries({ generations, last }: RecordedStep): SeenEntry[] {
  const instructions = (last.system ?? []).map((text) => ({ kind: 'instructions' as const, text }));
  // A request that continues a stored response has only what is new, so those before it are needed.
  const requests = last.previousResponseId === undefined ? [last] : generations;
  const outputs = last.previousResponseId === undefined ? [] : generations.slice(0, -1);
  return [
    ...instructions,
    ...requests.flatMap(({ messages }) =>
      messages.flatMap(({ role, parts }) => parts.flatMap((part) => entryOf(role, part))),
    ),
    ...outputs.flatMap(({ output }) => output.flatMap((part) => entryOf('assistant', part))),
  ];
}

function entryOf(role: string, part: Part): SeenEntry[] {
  switch (part.kind) {
    case 'text':
      return [{ kind: kindOf(role), text: part.text }];
    case 'tool_result':
      return part.result === undefined
        ? [{ kind: 'tool_result', text: '', isIncomplete: true }]
        : [{ kind: 'tool_result', json: part.result }];
    case 'tool_call':
      return [{ kind: 'argument', json: part.arguments }];
    case 'reasoning':
      return [{ kind: 'thought', text: part.text }];
    case 'other':
      return [{ kind: kindOf(role), text: '', isIncomplete: true }];
    default:
      return [];
  }
}

function kindOf(role: string): 'user' | 'instructions' | 'message' {
  if (role === 'assistant') return 'message';
  return role === 'user' ? 'user' : 'instructions';
}
