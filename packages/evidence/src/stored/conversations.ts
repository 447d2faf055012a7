/**
 * Which run a model call belongs to. An agent has one conversation after the other, and sub-agents of one name have
 * several at once: what one of them did is neither known to another one, nor repeated by it.
 */
import type { Message } from '@subtext/reasoning';
import { INSTRUCTIONS, textOf } from './context.ts';
import type { StoredStep } from './stored-step.ts';

export class Conversations<Run extends object> {
  readonly #create: () => Run;
  readonly #runs: Run[] = [];
  readonly #byOpening = new Map<string, Run>();
  readonly #byCall = new Map<string, Run>();
  readonly #byResponse = new Map<string, Run>();
  /** The run of the latest model call of each agent. */
  readonly #latest = new Map<string, Run>();

  constructor(create: () => Run) {
    this.#create = create;
  }

  get runs(): readonly Run[] {
    return this.#runs;
  }

  runOf(stored: StoredStep): Run {
    const { agent, context } = stored;
    const messages = context?.generation.messages ?? [];
    // Instructions may have the time of day in them.
    const first = messages.find(({ role }) => !INSTRUCTIONS.has(role));
    const opening = first && textOf([agent, first]);
    const run = this.#known(stored, opening) ?? this.#unknown(agent, messages);
    // The latest of two conversations that begin alike.
    if (opening !== undefined) this.#byOpening.set(opening, run);
    for (const { callId } of stored.calls) if (callId !== null) this.#byCall.set(textOf([agent, callId]), run);
    const responseId = context?.generation.responseId;
    if (responseId !== undefined) this.#byResponse.set(textOf([agent, responseId]), run);
    this.#latest.set(agent, run);
    return run;
  }

  #known({ agent, context }: StoredStep, opening: string | undefined): Run | undefined {
    const { messages = [], previousResponseId } = context?.generation ?? {};
    if (previousResponseId !== undefined) return this.#byResponse.get(textOf([agent, previousResponseId]));
    const ofOpening = opening === undefined ? undefined : this.#byOpening.get(opening);
    if (ofOpening) return ofOpening;
    for (const id of messages.toReversed().flatMap(callIdsIn)) {
      const run = this.#byCall.get(textOf([agent, id]));
      if (run) return run;
    }
    return undefined;
  }

  /** Requests that are shortened, or hold only what is new, continue the latest run. */
  #unknown(agent: string, messages: readonly Message[]): Run {
    const latest = this.#latest.get(agent);
    const isNew = messages.length > 0 && messages.every(({ role }) => role !== 'assistant' && role !== 'tool');
    if (latest && !isNew) return latest;
    const run = this.#create();
    this.#runs.push(run);
    return run;
  }
}

function callIdsIn({ parts }: Message): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'tool_call') return [part.id];
    return part.kind === 'tool_result' && part.callId !== '' ? [part.callId] : [];
  });
}
