/**
 * Finds the response that a request continues when no OpenTelemetry span is active: the one that it names, or the one
 * whose calls its history contains. A loop without a name has no root span of its own: its first generation is the
 * root, and all later tools and generations are its children.
 */
import type { AttributedResponse, ModelRequest, ModelResponse, ToolCallPart } from '@subtext/reasoning';
import { likeliestTurn, isOtherConversation, type RequestOrigin, type TurnMatch } from './likeliest-turn.ts';
import { OldestKeys } from '../../platform/oldest-keys.ts';
import { callMark, isAssistants, spokenMark, requestHistory } from './request-history.ts';
import { isCounter, createTurn, type RecordedResponse, type Turn } from './turn.ts';

/** Long enough for a user to answer in between; a later request starts a new trace. */
const MAX_AGE_MS = 60 * 60 * 1000;
const MAX_KEYS = 20_000;
/** Limits conversations that use the same call id (`call_0`, …), or the same calls without ids, at the same time. */
const MAX_CANDIDATES = 256;
/** The number of calls of a history that are looked up: the last ones are those that this process has observed. */
const MAX_LOOKED_UP = 64;

/** The turn that a request continues. */
export interface Continuation {
  turn: Turn;
  /** The matched call of the history; undefined when the request names the response. */
  matchedCall: ToolCallPart | undefined;
  lastReasoningCallId: string | null;
  /** Thoughts of the continued turn (providers.md §15.5). */
  carried?: AttributedResponse['carry'];
  /** The agent that takes over with this request. */
  agent?: string | undefined;
}

export class StitchMemory {
  /** Turns by response id, item id, conversation, call id and call signature; the oldest key first. */
  readonly turnsByKey: Map<string, Turn[]>;
  readonly #oldest: OldestKeys<string>;

  constructor(turns = new Map<string, Turn[]>()) {
    this.turnsByKey = turns;
    this.#oldest = new OldestKeys(turns);
  }

  /** null when the request continues no observed response. */
  find(request: ModelRequest, origin: RequestOrigin): Continuation | null {
    const found = this.#named(request, origin) ?? this.#byCall(request, origin) ?? this.#byResult(request, origin);
    if (!found) return null;
    found.turn.isContinued = true;
    // For Gemini the client sends the question again with a token that marks where the answer was cut.
    const goesOn = !request.endsWithHumanMessage || request.continuationToken !== undefined;
    // Thoughts about an earlier question did not lead to this call.
    return goesOn ? { ...found, carried: found.turn.carry } : { ...found, lastReasoningCallId: null };
  }

  /** The recorded turn of a response id. */
  stored(responseId: string, time: number): Turn | undefined {
    return this.#at(`response ${responseId}`, time).at(-1);
  }

  /** Records a response: one turn for each choice, in order. */
  remember(recorded: RecordedResponse): Turn[] {
    const { request, response } = recorded;
    const turns = recorded.attributed.map((attributed) => createTurn(recorded, attributed));
    for (const turn of turns) {
      for (const call of turn.calls) {
        if (!call.idGenerated) this.#add(`call ${call.id}`, turn);
        if (call.isFunction) this.#add(callSignature(call), turn);
      }
    }
    const [first] = turns;
    if (first && response.continuationToken) this.#set(`token ${response.continuationToken}`, first);
    if (first && response.continues === 'turn') this.#set(`paused ${spokenMark(response.choices[0])}`, first);
    if (first && response.id) this.#set(`response ${response.id}`, first);
    if (first) for (const id of itemIds(response)) this.#set(`item ${id}`, first);
    // Only the first answer contains the conversation's id; later requests contain it.
    const conversationId = response.conversationId ?? request?.conversationId;
    if (first && conversationId) this.#set(`conversation ${conversationId}`, first);
    return turns;
  }

  #named(request: ModelRequest, { time }: RequestOrigin): Continuation | undefined {
    const { continuationToken, previousResponseId, conversationId, itemReferences = [] } = request;
    const last = request.messages.at(-1);
    const keys = [
      continuationToken && `token ${continuationToken}`,
      previousResponseId && `response ${previousResponseId}`,
      conversationId && `conversation ${conversationId}`,
      ...itemReferences
        .slice(-MAX_LOOKED_UP)
        .reverse()
        .map((id) => `item ${id}`),
      // A paused turn: its output so far is the end of the history.
      last && isAssistants(last) && `paused ${spokenMark(last)}`,
    ];
    const turn = keys.map((key) => (key ? this.#at(key, time).at(-1) : undefined)).find(Boolean);
    return turn && { turn, matchedCall: undefined, lastReasoningCallId: turn.lastReasoningCallId };
  }

  /** The last observed call of the history decides. */
  #byCall(request: ModelRequest, origin: RequestOrigin): Continuation | undefined {
    const calls = request.messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'tool_call'));
    if (calls.length === 0 || this.turnsByKey.size === 0) return undefined;
    const history = requestHistory(request);
    for (const matchedCall of calls.slice(-MAX_LOOKED_UP).reverse()) {
      const best = likeliestTurn(this.#candidates(matchedCall, origin.time), { request, history, origin, matchedCall });
      if (best) return { turn: best.turn, matchedCall, lastReasoningCallId: best.call.lastReasoningCallId };
    }
    return undefined;
  }

  /** Some requests contain only results, because the server keeps the calls. */
  #byResult(request: ModelRequest, origin: RequestOrigin): Continuation | undefined {
    const ids = request.toolResults.map(({ callId }) => callId).filter((id) => !isCounter({ id, name: '' }));
    const turns = ids.flatMap((id) => this.#at(`call ${id}`, origin.time));
    const [turn] = turns.toReversed();
    if (!turn || new Set(turns.map(({ conversation }) => conversation)).size > 1 || isOtherConversation(turn, origin))
      return undefined;
    const call = turn.calls.findLast(({ id }) => ids.includes(id));
    return { turn, matchedCall: undefined, lastReasoningCallId: call?.lastReasoningCallId ?? null };
  }

  #candidates(matchedCall: ToolCallPart, time: number): TurnMatch[] {
    const mark = callMark(matchedCall);
    const same = matchedCall.idGenerated ? [] : this.#at(`call ${matchedCall.id}`, time);
    const withId = same.flatMap((turn) => {
      const named = turn.calls.filter((call) => call.id === matchedCall.id && call.name === matchedCall.name);
      const call = named.findLast((candidate) => candidate.mark === mark) ?? named.at(-1);
      return call ? [{ turn, call, isProven: !isCounter(matchedCall) }] : [];
    });
    if (withId.length > 0) return withId;
    // Clients drop ids, create some where the provider has none, and make ids unique that count from 0.
    return this.#at(callSignature({ name: matchedCall.name, mark }), time).flatMap((turn) => {
      const call = turn.calls.findLast(
        (requested) => requested.mark === mark && (matchedCall.idGenerated === true || isCounter(requested)),
      );
      return call ? [{ turn, call, isProven: false }] : [];
    });
  }

  #at(key: string, time: number): Turn[] {
    const turns = this.turnsByKey.get(key);
    return turns ? turns.filter(({ at }) => time - at < MAX_AGE_MS) : [];
  }

  /** Keeps only the latest turn, for keys that two conversations cannot share. */
  #set(key: string, turn: Turn): void {
    this.#keep(key, [turn]);
  }

  #add(key: string, turn: Turn): void {
    const turns = this.turnsByKey.get(key) ?? [];
    if (turns.at(-1) === turn) return;
    turns.push(turn);
    if (turns.length > MAX_CANDIDATES) {
      const over = turns.findIndex(({ isContinued }) => isContinued);
      turns.splice(Math.max(0, over), 1);
    }
    this.#keep(key, turns);
  }

  #keep(key: string, turns: Turn[]): void {
    this.turnsByKey.delete(key);
    this.turnsByKey.set(key, turns);
    if (this.turnsByKey.size <= MAX_KEYS) return;
    const oldest = this.#oldest.take();
    if (oldest !== undefined) this.turnsByKey.delete(oldest);
  }
}

/** Ids under which the provider stores the items of an answer (OpenAI Responses). */
function itemIds({ api, choices }: ModelResponse): Set<string> {
  if (api !== 'openai.responses') return new Set();
  const parts = choices.flatMap((choice) => choice.parts);
  return new Set(parts.flatMap((part) => ('itemId' in part && part.itemId !== undefined ? [part.itemId] : [])));
}

function callSignature({ name, mark }: { name: string; mark: number }): string {
  return `like ${name} ${mark}`;
}
