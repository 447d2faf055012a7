/**
 * Which response a request continues, when no OpenTelemetry span is active to say so: the one it names, or whose calls its history holds. A
 * loop that nobody named has no root span of its own: its first generation is the root, and the tools and generations that follow are that
 * generation's children, all siblings.
 */
import type { AttributedResponse, ModelRequest, ToolCallPart } from '@subtext/reasoning';
import { bestOf, isOther, type Asking, type Found } from './likeliest-turn.ts';
import { OldestKeys } from './oldest-keys.ts';
import { callMark, isAssistants, spokenMark, trailOf } from './trail.ts';
import { isCounter, turnOf, type Made, type Turn } from './turn.ts';

/** Long enough for a person to answer in between; what is older starts a new trace. */
const MAX_AGE_MS = 60 * 60 * 1000;
const MAX_KEYS = 20_000;
/** Conversations that use the same call id (`call_0`, …), or ask the same without ids, at the same time. */
const MAX_CANDIDATES = 256;
/** So many calls of a history are looked up: the last ones are those that this process has seen. */
const MAX_LOOKED_UP = 64;

/** Where a request belongs. */
export interface Continuation {
  turn: Turn;
  /** The call of the history that says so; undefined when the request names the response. */
  by: ToolCallPart | undefined;
  lastReasoningCallId: string | null;
  /** Thoughts of the turn it goes on with (providers.md §15.5). */
  carried?: AttributedResponse['carry'];
}

export class StitchMemory {
  /** By response id, conversation, call id, and what a call asked for; the oldest key first. */
  readonly known: Map<string, Turn[]>;
  readonly #oldest: OldestKeys<string>;

  constructor(known = new Map<string, Turn[]>()) {
    this.known = known;
    this.#oldest = new OldestKeys(known);
  }

  /** null when the request continues nothing we have seen. */
  find(request: ModelRequest, asking: Asking): Continuation | null {
    const found = this.#named(request, asking) ?? this.#byCall(request, asking) ?? this.#byResult(request, asking);
    if (!found) return null;
    found.turn.taken = true;
    // Gemini sends the question itself again, with a token that says where its answer was cut.
    const goesOn = !request.endsWithHumanMessage || request.continuationToken !== undefined;
    // Thoughts about an earlier question are not the reason for this call.
    return goesOn ? { ...found, carried: found.turn.carry } : { ...found, lastReasoningCallId: null };
  }

  /** What is known of a response by its id. */
  stored(responseId: string, time: number): Turn | undefined {
    return this.#at(`response ${responseId}`, time).at(-1);
  }

  /** One turn a choice, in their order. */
  remember(made: Made): Turn[] {
    const { request, response } = made;
    const turns = made.attributed.map((attributed) => turnOf(made, attributed));
    for (const turn of turns) {
      for (const call of turn.calls) {
        if (!call.idGenerated) this.#add(`call ${call.id}`, turn);
        if (call.isFunction) this.#add(likeness(call), turn);
      }
    }
    const [first] = turns;
    if (first && response.continuationToken) this.#set(`token ${response.continuationToken}`, first);
    if (first && response.continues === 'turn') this.#set(`paused ${spokenMark(response.choices[0])}`, first);
    if (first && response.id) this.#set(`response ${response.id}`, first);
    // The first answer of a conversation names it, the requests after it do.
    const conversationId = response.conversationId ?? request?.conversationId;
    if (first && conversationId) this.#set(`conversation ${conversationId}`, first);
    return turns;
  }

  #named(request: ModelRequest, { time }: Asking): Continuation | undefined {
    const { continuationToken, previousResponseId, conversationId } = request;
    const last = request.messages.at(-1);
    const keys = [
      continuationToken && `token ${continuationToken}`,
      previousResponseId && `response ${previousResponseId}`,
      conversationId && `conversation ${conversationId}`,
      // The turn of a model that was paused: what it said so far is the end of the history.
      last && isAssistants(last) && `paused ${spokenMark(last)}`,
    ];
    const turn = keys.map((key) => (key ? this.#at(key, time).at(-1) : undefined)).find(Boolean);
    return turn && { turn, by: undefined, lastReasoningCallId: turn.lastReasoningCallId };
  }

  /** The last call of the history that we have seen decides. */
  #byCall(request: ModelRequest, asking: Asking): Continuation | undefined {
    const calls = request.messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_call'));
    if (calls.length === 0 || this.known.size === 0) return undefined;
    const trail = trailOf(request);
    for (const by of calls.slice(-MAX_LOOKED_UP).reverse()) {
      const best = bestOf(this.#candidates(by, asking.time), { request, trail, asking, by });
      if (best) return { turn: best.turn, by, lastReasoningCallId: best.call.lastReasoningCallId };
    }
    return undefined;
  }

  /** Some requests bring results only, and leave the calls to the server's memory. */
  #byResult(request: ModelRequest, asking: Asking): Continuation | undefined {
    const ids = request.toolResults.map(({ callId }) => callId).filter((id) => !isCounter({ id, name: '' }));
    const known = ids.flatMap((id) => this.#at(`call ${id}`, asking.time));
    const [turn] = known.toReversed();
    if (!turn || new Set(known.map(({ thread }) => thread)).size > 1 || isOther(turn, asking)) return undefined;
    const call = turn.calls.findLast(({ id }) => ids.includes(id));
    return { turn, by: undefined, lastReasoningCallId: call?.lastReasoningCallId ?? null };
  }

  #candidates(by: ToolCallPart, time: number): Found[] {
    const mark = callMark(by);
    const same = by.idGenerated ? [] : this.#at(`call ${by.id}`, time);
    const withId = same.flatMap((turn) => {
      const named = turn.calls.filter((call) => call.id === by.id && call.name === by.name);
      const call = named.findLast((candidate) => candidate.mark === mark) ?? named.at(-1);
      return call ? [{ turn, call, isProven: !isCounter(by) }] : [];
    });
    if (withId.length > 0) return withId;
    // Clients leave ids out, make some where there are none, and make those unique that count from 0.
    return this.#at(likeness({ name: by.name, mark }), time).flatMap((turn) => {
      const call = turn.calls.findLast((asked) => asked.mark === mark && (by.idGenerated === true || isCounter(asked)));
      return call ? [{ turn, call, isProven: false }] : [];
    });
  }

  #at(key: string, time: number): Turn[] {
    const turns = this.known.get(key);
    return turns ? turns.filter(({ at }) => time - at < MAX_AGE_MS) : [];
  }

  /** The latest alone, where no two conversations can have the same key. */
  #set(key: string, turn: Turn): void {
    this.#keep(key, [turn]);
  }

  #add(key: string, turn: Turn): void {
    const turns = this.known.get(key) ?? [];
    if (turns.at(-1) === turn) return;
    turns.push(turn);
    if (turns.length > MAX_CANDIDATES) {
      const over = turns.findIndex(({ taken }) => taken);
      turns.splice(Math.max(0, over), 1);
    }
    this.#keep(key, turns);
  }

  #keep(key: string, turns: Turn[]): void {
    this.known.delete(key);
    this.known.set(key, turns);
    if (this.known.size <= MAX_KEYS) return;
    const oldest = this.#oldest.take();
    if (oldest !== undefined) this.known.delete(oldest);
  }
}

function likeness({ name, mark }: { name: string; mark: number }): string {
  return `like ${name} ${mark}`;
}
