/** A recorded step as it is asked again: the conversation before it, what it answered, and why it cannot be asked. */
import type { Sql, TraceKey } from '@subtext/db';
import type { RecordedSettings } from '@subtext/conventions';
import { generationsUpTo, type Recorded } from '@subtext/generations';
import { attribute, type Origin, type Part, type TracedGeneration, type Usage } from '@subtext/reasoning';
import type { RequestedCall } from '@subtext/evidence';

export interface RecordedStep {
  origin: Origin;
  generations: readonly TracedGeneration[];
  last: TracedGeneration;
  settings: RecordedSettings;
  calls: readonly RequestedCall[];
}

/** A sentence: why the step is left out. */
export interface LeftOut {
  leftOut: string;
}

export async function recordedStep(sql: Sql, key: TraceKey, spanId: string): Promise<RecordedStep | LeftOut> {
  const recorded = await generationsUpTo(sql, key, spanId);
  const found = recorded?.generations.at(-1);
  if (!recorded || !found) return { leftOut: 'The step is not stored any more.' };
  const problem = problemOf(recorded.generations, recorded.unread);
  if (problem) return { leftOut: problem };
  const { generation: last, settings } = found.read;
  const generations = recorded.generations.map(({ read }) => read.generation);
  return { origin: last.origin, generations, last, settings, calls: callsIn(last.output) };
}

const REQUEST_OF_EARLIER = 'gen_ai.input.messages';

/** The step is only asked again with exactly what the model saw. */
function problemOf(generations: readonly Recorded[], unread: number): string | undefined {
  const last = generations.length - 1;
  const lack = generations
    .flatMap(({ read }, index) =>
      read.lacks.filter(
        ({ what, attribute: name }) => index === last || (what !== 'input' && name !== REQUEST_OF_EARLIER),
      ),
    )
    .at(-1);
  if (lack)
    return `The recorded conversation is not complete (${[lack.what, lack.attribute].filter(Boolean).join(': ')}).`;
  const isContinued = generations[last]?.read.generation.previousResponseId !== undefined;
  if (isContinued && unread > 0) return 'The recorded conversation is too long to be read.';
  return undefined;
}

/** Calls that the agent runs. What the provider runs itself is part of its answer. */
export function callsIn(parts: readonly Part[], usage?: Usage): RequestedCall[] {
  const { calls } = attribute(parts, { generateId: () => 'answer', ...(usage && { usage }) });
  return calls
    .filter(({ type }) => type === 'function' || type === 'mcp')
    .map(({ name, arguments: args }) => ({ name, arguments: args }));
}
