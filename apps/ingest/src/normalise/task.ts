/** A model call that does not think: one answer without thoughts and calls, described by what came back. */
import type { TaskFacts } from '@subtext/conventions';
import { taskWords, type AttributedResponse } from '@subtext/reasoning';
import type { Generation } from './model.ts';

/** `generation`: as its messages say it. */
export function taskOf(generation: Generation, task: TaskFacts | undefined): Generation {
  const { answered: text, ...rest } = generation;
  const answered = text ?? (task && taskWords(task.output));
  return {
    ...rest,
    ...(answered !== undefined && { answered }),
    ...(task && { units: task.units }),
    response: responseOf(answered ?? null),
    results: [],
    repeated: [],
  };
}

/** The text is of an answer after no call, so it counts as a step and as no call. */
function responseOf(text: string | null): AttributedResponse {
  const trailing = { reasoning: [], text, state: 'none' as const };
  return { calls: [], trailing, state: 'none', lastReasoningCallId: null };
}
