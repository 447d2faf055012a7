/**
 * Which response a request continues, when no OpenTelemetry span is active to say so: the one it names, or whose calls its history holds. A
 * loop that nobody named has no root span of its own: its first generation is the root, and the tools and generations that follow are that
 * generation's children, all siblings.
 */
import type { SpanContext } from '@opentelemetry/api';
import type { AttributedResponse, ModelRequest, ModelResponse, ToolCallPart } from '@subtext/reasoning';
import type { RunContext } from './context.ts';
import { answerMark, callMark, isAssistants, spokenMark, trailOf, type RequestTrail } from './trail.ts';

/** Long enough for a person to answer in between; what is older starts a new trace. */
const MAX_AGE_MS = 60 * 60 * 1000;
const MAX_KEYS = 20_000;
/** Conversations that use the same call id (`call_0`, …), or ask the same without ids, at the same time. */
const MAX_CANDIDATES = 256;
/** So many calls of a history are looked up: the last ones are those that this process has seen. */
const MAX_LOOKED_UP = 64;

/** A conversation, by identity. Whoever answers one of its responses, or one of its answers again, belongs to it. */
export type Thread = object;

/** A call as later requests may repeat it. */
export interface AskedCall {
  id: string;
  /** The provider gave no id: histories hold none, or another one. */
  idGenerated: boolean;
  name: string;
  mark: number;
  /** The provider's own tools are answered in the response itself. */
  isFunction: boolean;
  /** The call whose thoughts may stand for a call without its own that follows this one (providers.md §15.5). */
  lastReasoningCallId: string | null;
  /** What `tool()` saw its function give, as `answerMark` makes it. */
  answer?: number;
}

/** One choice of a response, as a later request can continue it. */
export interface Turn {
  /** Parent of all that follows. */
  home: SpanContext;
  thread: Thread;
  calls: readonly AskedCall[];
  /** Before the response, and for what follows it. */
  startedWith: string | null;
  lastReasoningCallId: string | null;
  /** What its turn leaves to the response it goes on with. */
  carry: AttributedResponse['carry'];
  /** Of a response made in the background: false until it is ready. */
  whole: boolean;
  /** Unix milliseconds. */
  at: number;
  /** A request has continued it. */
  taken: boolean;
  before: Pick<RequestTrail, 'marks' | 'system'>;
  model: string | undefined;
  run: RunContext;
}

/** Where a request belongs. */
export interface Continuation {
  turn: Turn;
  /** The call of the history that says so; undefined when the request names the response. */
  by: ToolCallPart | undefined;
  lastReasoningCallId: string | null;
  /** Thoughts of the turn it goes on with (providers.md §15.5). */
  carried?: AttributedResponse['carry'];
}

/** Who asks. */
export interface Asking {
  time: number;
  active: SpanContext | undefined;
  run: RunContext;
}

export class StitchMemory {
  /** By response id, conversation, call id, and what a call asked for; the oldest key first. */
  readonly #known = new Map<string, Turn[]>();

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
    const { request, response, time } = made;
    const turns = made.attributed.map((attributed) => turnOf(made, attributed));
    for (const turn of turns) {
      for (const call of turn.calls) {
        if (!call.idGenerated) this.#put(`call ${call.id}`, turn, time);
        if (call.isFunction) this.#put(likeness(call), turn, time);
      }
    }
    const [first] = turns;
    if (first && response.continuationToken) this.#put(`token ${response.continuationToken}`, first, time);
    if (first && response.continues === 'turn') this.#put(`paused ${spokenMark(response.choices[0])}`, first, time);
    if (first && response.id) this.#put(`response ${response.id}`, first, time);
    if (first && request?.conversationId) this.#put(`conversation ${request.conversationId}`, first, time);
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
    if (calls.length === 0 || this.#known.size === 0) return undefined;
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
    const turns = this.#known.get(key);
    return turns ? turns.filter(({ at }) => time - at < MAX_AGE_MS) : [];
  }

  #put(key: string, turn: Turn, time: number): void {
    const turns = this.#at(key, time).filter((other) => other !== turn);
    if (turns.length >= MAX_CANDIDATES)
      turns.splice(
        Math.max(
          0,
          turns.findIndex(({ taken }) => taken),
        ),
        1,
      );
    this.#known.delete(key);
    this.#known.set(key, [...turns, turn]);
    if (this.#known.size <= MAX_KEYS) return;
    const oldest = this.#known.keys().next().value;
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

/** A response, and where it stands. */
export interface Made {
  request: ModelRequest | null;
  response: ModelResponse;
  attributed: readonly AttributedResponse[];
  /** What its request continued; of a stored response that was fetched, what it was known as before. */
  continued: Turn | undefined;
  startedWith: string | null;
  home: SpanContext;
  time: number;
  run: RunContext;
}

function turnOf(made: Made, attributed: AttributedResponse): Turn {
  const { request, response, continued } = made;
  // Without its parts: they hold the whole conversation.
  const { marks: earlier = [], system = 0 } = request ? trailOf(request) : (continued?.before ?? {});
  const calls = attributed.calls.filter(({ type }) => type !== 'answer').map(askedCall);
  return {
    home: made.home,
    thread: continued?.thread ?? {},
    calls,
    startedWith: made.startedWith,
    lastReasoningCallId: attributed.lastReasoningCallId,
    carry: attributed.carry,
    whole: !isUnderWay(response),
    at: made.time,
    taken: false,
    before: { marks: earlier, system },
    model: request?.model ?? continued?.model,
    run: made.run,
  };
}

function askedCall(call: AttributedResponse['calls'][number]): AskedCall {
  const lastReasoningCallId = call.reasoning.length > 0 ? call.id : call.reasoningRef;
  const { id, name, type } = call;
  const isFunction = type === 'function' && call.result === undefined;
  return { id, idGenerated: call.idGenerated === true, name, mark: callMark(call), isFunction, lastReasoningCallId };
}

function likeness({ name, mark }: { name: string; mark: number }): string {
  return `like ${name} ${mark}`;
}

/** A response made in the background and fetched before it was ready. */
export function isUnderWay(response: ModelResponse): boolean {
  return response.continues === 'again';
}

interface Question {
  request: ModelRequest;
  trail: RequestTrail;
  asking: Asking;
  by: ToolCallPart;
}

interface Found {
  turn: Turn;
  call: AskedCall;
  /** An id that is used once says all. */
  isProven: boolean;
}

interface Candidate extends Found {
  /** Marks that agree, from the call backwards. */
  overlap: number;
  /** They agree as far back as both are known. */
  agrees: boolean;
  /** Neither holds more than what agrees. */
  isSame: boolean;
  /** Its function gave what the request says. */
  isAnswer: boolean;
  /** The history repeats all calls of the turn, and no others. */
  hasAllCalls: boolean;
}

function bestOf(found: readonly Found[], question: Question): Candidate | undefined {
  const candidates = found
    .filter(({ turn }) => !isOther(turn, question.asking))
    .map((candidate) => compared(candidate, question));
  const best = candidates.toSorted((a, b) => compareRanks(rank(a, question), rank(b, question))).at(-1);
  if (!best || best.isProven) return best;
  const { overlap, agrees, isSame, turn } = best;
  if ((agrees && overlap > 1) || isSame || overlap > 2) return best;
  // A history that was summed up can still belong to only one conversation: there must have been something to sum up.
  const open = candidates.filter(
    (candidate) =>
      !candidate.turn.taken && candidate.turn.before.marks.length > 1 && hasSameFrame(candidate.turn, question),
  );
  return open.length === 1 && open[0]?.turn === turn ? best : undefined;
}

/** Ids that say nothing by themselves: generated by us, or counted from 0 in each response (`call_0`, `functions.f:0`). */
export function isCounter({ id, name, idGenerated }: { id: string; name: string; idGenerated?: boolean }): boolean {
  if (idGenerated === true || id === name) return true;
  return /^[^A-Z0-9]{0,64}\d{1,4}$/.test(id.replace(name, ''));
}

/** Of what the request says that the call gave. */
function resultMarks({ toolResults }: ModelRequest, { id }: ToolCallPart): number[] {
  return toolResults.filter(({ callId }) => callId === id || callId === '').map(({ result }) => answerMark(result));
}

/** The caller has said that these are two. */
function isOther({ run }: Turn, { run: asking }: Asking): boolean {
  const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
  return differ(run.session, asking.session) || differ(run.user, asking.user);
}

/** From the call backwards; its siblings may be missing in the history, or stand in another order. */
function compared(found: Found, { request, trail, by }: Question): Candidate {
  const { turn, call } = found;
  const own = turn.calls.filter(({ isFunction }) => isFunction);
  const siblings = new Set(own.map(({ mark }) => mark));
  const isAnswer = call.answer !== undefined && resultMarks(request, by).includes(call.answer);
  const at = trail.at.get(by);
  if (at === undefined) return { ...found, overlap: 0, agrees: false, isSame: false, isAnswer, hasAllCalls: false };
  let [ours, theirs] = [at, turn.before.marks.length - 1];
  while (ours >= 0 && siblings.has(trail.marks[ours] ?? -1)) ours -= 1;
  const hasAllCalls = at - ours === own.length;
  let overlap = at > ours ? 1 : 0;
  if (overlap === 0) ours -= 1; // its arguments were rewritten
  while (ours >= 0 && theirs >= 0 && trail.marks[ours] === turn.before.marks[theirs]) {
    overlap += 1;
    ours -= 1;
    theirs -= 1;
  }
  return { ...found, overlap, agrees: ours < 0 || theirs < 0, isSame: ours < 0 && theirs < 0, isAnswer, hasAllCalls };
}

/**
 * Of several that fit: the same conversation, under the span that is active, with most in common; of equal ones one that nobody has continued
 * yet, since two identical loops must not both go on from one of them, and of those the latest, since an earlier one may have been given up.
 */
function rank({ turn, overlap, agrees, isAnswer, hasAllCalls }: Candidate, question: Question): number[] {
  const { active } = question.asking;
  return [
    Number(agrees && overlap > 1),
    Number(turn.home.spanId === active?.spanId),
    Number(turn.home.traceId === active?.traceId),
    overlap,
    Number(hasAllCalls),
    Number(hasSameFrame(turn, question)),
    Number(isAnswer),
    Number(!turn.taken),
    turn.at,
  ];
}

function hasSameFrame({ before, model }: Turn, { trail, request }: Question): boolean {
  return before.system === trail.system && model === request.model;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, index) => value !== b[index]);
  return differs < 0 ? 0 : (a[differs] ?? 0) - (b[differs] ?? 0);
}
