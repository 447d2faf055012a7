/**
 * One agent's conversation of a transcript → spans. A turn is a trace: it begins with a prompt of the user. Spans are
 * made once they are complete, so that importing a file again, after it has grown, changes none of them.
 */
import {
  attribute,
  isAnsweredByCaller,
  statusOfResult,
  type AttributedCall,
  type AttributedResponse,
  type Message,
  type ModelResponse,
  type ToolResult,
} from '@subtext/reasoning';
import { spanIdOf, traceIdOf } from './ids.ts';
import { generationSpan, toolSpan, type ImportedSpan, type SessionFacts } from './spans.ts';

/** The call of another agent that started this one. */
export interface AgentStart {
  traceId: string;
  parentSpanId: string;
  /** The kind of agent, where the call names it. */
  agent?: string | undefined;
}

export interface Answer {
  /** The same in each copy of the transcript. */
  key: string;
  response: ModelResponse;
  effort: string | undefined;
  /** Unix milliseconds. */
  endedAt: number;
  /** When each call was requested, where the transcript has that; else when the answer ended. */
  calledAt?: ReadonlyMap<string, number>;
}

export interface Input {
  messages: readonly Message[];
  results: readonly ToolResult[];
  at: number;
  startsTurn: boolean;
}

interface WaitingCall {
  call: AttributedCall;
  start: AgentStart;
  traceId: string;
  parentSpanId: string | undefined;
  requestedAt: number;
}

const startedBy = (callId: string, traceId: string): AgentStart => ({
  traceId,
  parentSpanId: spanIdOf('call', callId),
});

/** Requests repeat the conversation so far, so only its end is kept. In characters. */
const MAX_INPUT = 100_000;

export class Conversation {
  facts: SessionFacts;
  readonly #add: (span: ImportedSpan) => void;
  readonly #start: AgentStart | undefined;
  #traceId: string | undefined;
  #messages: { message: Message; size: number }[] = [];
  #size = 0;
  #lastAt: number | undefined;
  #carried: Pick<AttributedResponse, 'lastReasoningCallId' | 'carry'> = { lastReasoningCallId: null };
  readonly #waiting = new Map<string, WaitingCall>();

  constructor(facts: SessionFacts, add: (span: ImportedSpan) => void, start?: AgentStart) {
    this.facts = facts;
    this.#add = add;
    this.#start = start;
    this.#traceId = start?.traceId;
  }

  input({ messages, results, at, startsTurn }: Input): void {
    if (startsTurn) this.#beginTurn();
    messages.forEach((message) => this.#remember(message));
    for (const result of results) this.#answered(result, at);
    this.#lastAt = at;
  }

  answer({ key, response, effort, endedAt, calledAt }: Answer): void {
    this.#traceId ??= traceIdOf(key);
    const place = {
      traceId: this.#traceId,
      spanId: spanIdOf('answer', key),
      parentSpanId: this.#start?.parentSpanId,
      startedAt: Math.min(this.#lastAt ?? endedAt, endedAt),
      endedAt,
    };
    const attributed = this.#attribute(key, response);
    const messages = this.#messages.map(({ message }) => message);
    this.#add(generationSpan(place, this.facts, { response, attributed, messages, effort }));
    for (const call of attributed.calls) {
      if (call.type === 'answer' || !isAnsweredByCaller(call)) continue;
      const requestedAt = calledAt?.get(call.id) ?? endedAt;
      this.#waiting.set(call.id, { call, ...place, requestedAt, start: startedBy(call.id, place.traceId) });
    }
    this.#remember({ role: 'assistant', parts: [...(response.choices[0]?.parts ?? [])] });
    this.#lastAt = endedAt;
  }

  /** The answer was added from another file, which has a copy of this turn. */
  repeated({ key, endedAt }: Pick<Answer, 'key' | 'endedAt'>): void {
    this.#traceId ??= traceIdOf(key);
    this.#lastAt = endedAt;
  }

  /** Where an agent belongs that a call started; undefined = the call is not of this conversation, or has ended. */
  startOf(callId: string): AgentStart | undefined {
    return this.#waiting.get(callId)?.start;
  }

  /** Calls that wait for their results. */
  waitingCalls(): AttributedCall[] {
    return [...this.#waiting.values()].map(({ call }) => call);
  }

  #attribute(key: string, response: ModelResponse): AttributedResponse {
    const { lastReasoningCallId, carry } = this.#carried;
    const attributed = attribute(response.choices[0]?.parts ?? [], {
      lastReasoningCallId,
      ...(carry && { carried: carry }),
      ...(response.usage && { usage: response.usage }),
      ...(response.continues && { continues: response.continues }),
      generateId: () => spanIdOf('text', key),
    });
    this.#carried = attributed;
    return attributed;
  }

  #beginTurn(): void {
    this.#traceId = this.#start?.traceId;
    this.#messages = [];
    this.#size = 0;
    this.#carried = { lastReasoningCallId: null };
    this.#waiting.clear();
  }

  #answered({ callId, ...result }: ToolResult, at: number): void {
    const waiting = this.#waiting.get(callId);
    if (!waiting) return;
    this.#waiting.delete(callId);
    const { call, traceId, parentSpanId, requestedAt } = waiting;
    const status = statusOfResult(result);
    const place = { traceId, spanId: spanIdOf('call', callId), parentSpanId, startedAt: requestedAt };
    const done = { ...call, result: result.result, status };
    this.#add(toolSpan({ ...place, endedAt: Math.max(at, requestedAt) }, this.facts, done));
  }

  #remember(message: Message): void {
    const size = JSON.stringify(message.parts).length;
    this.#messages.push({ message, size });
    this.#size += size;
    while (this.#size > MAX_INPUT && this.#messages.length > 1) this.#size -= this.#messages.shift()!.size;
  }
}
