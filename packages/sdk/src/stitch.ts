/**
 * Which trace a request continues, when no OpenTelemetry span is active to say so: the one whose calls its history holds, or whose
 * response it names. A loop that nobody named has no root span of its own: its first generation is the root, and the tools and
 * generations that follow are that generation's children, all siblings.
 */
import type { SpanContext } from '@opentelemetry/api';
import type { AttributedResponse, ModelRequest, ModelResponse, ToolCallPart } from '@subtext/reasoning';

/** Long enough for a person to answer in between; what is older starts a new trace. */
const MAX_AGE_MS = 60 * 60 * 1000;
const MAX_KEYS = 20_000;
/** Conversations that use the same call id (`call_0`, …) at the same time. */
const MAX_CANDIDATES = 16;

/** Where a request belongs. */
export interface Continuation {
  /** Parent of all that follows. */
  home: SpanContext;
  /** The call whose thoughts may stand for a call without its own (providers.md §15.5). */
  lastReasoningCallId: string | null;
}

interface Known extends Continuation {
  at: number;
  /** Of responses: it was complete when it was remembered. */
  whole?: boolean;
  /** Of calls: name and arguments, and how the conversation began. They tell apart those who share an id. */
  name?: string;
  call?: string;
  beginning: string;
}

export class StitchMemory {
  /** By call id and by response id; the oldest first. */
  readonly #known = new Map<string, Known[]>();

  /** null when the request continues nothing we have seen. Of several that fit, the one under the active span. */
  find(request: ModelRequest, time: number, active?: SpanContext): Continuation | null {
    const lookUp = (key: string) => under(active, this.#at(key, time));
    const known = byResponse(request, lookUp) ?? byCall(request, lookUp) ?? byResult(request, lookUp);
    if (!known) return null;
    // Thoughts about an earlier question are not the reason for this call.
    const lastReasoningCallId = request.endsWithHumanMessage ? null : known.lastReasoningCallId;
    return { home: known.home, lastReasoningCallId };
  }

  /** What is known of a response by its id. */
  stored(responseId: string, time: number): { home: SpanContext; whole: boolean } | null {
    const known = this.#at(`response ${responseId}`, time).at(-1);
    return known ? { home: known.home, whole: known.whole === true } : null;
  }

  remember(
    made: { request: ModelRequest | null; response: ModelResponse; attributed: AttributedResponse[] },
    home: SpanContext,
    time: number,
  ): void {
    const beginning = made.request ? beginningOf(made.request) : '';
    const end = made.attributed[0]?.lastReasoningCallId ?? null;
    const known = { home, lastReasoningCallId: end, at: time, beginning };
    if (made.response.id) this.#put(`response ${made.response.id}`, { ...known, whole: !isUnderWay(made.response) });
    if (made.request?.conversationId) {
      this.#put(`conversation ${made.request.conversationId}`, known);
    }
    for (const call of made.attributed.flatMap((attributed) => attributed.calls)) {
      if (call.idGenerated) continue;
      const lastReasoningCallId = call.reasoning.length > 0 ? call.id : call.reasoningRef;
      this.#put(`call ${call.id}`, { ...known, lastReasoningCallId, name: call.name, call: fingerprint(call) });
    }
  }

  #at(key: string, time: number): Known[] {
    return (this.#known.get(key) ?? []).filter((known) => time - known.at < MAX_AGE_MS);
  }

  #put(key: string, known: Known): void {
    const others = this.#at(key, known.at).filter((other) => other.home.spanId !== known.home.spanId);
    this.#known.delete(key);
    this.#known.set(key, [...others, known].slice(-MAX_CANDIDATES));
    if (this.#known.size <= MAX_KEYS) return;
    const oldest = this.#known.keys().next().value;
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

type LookUp = (key: string) => Known[];

function under(active: SpanContext | undefined, candidates: Known[]): Known[] {
  const here = candidates.filter(({ home }) => home.spanId === active?.spanId);
  return here.length > 0 ? here : candidates;
}

function byResponse({ previousResponseId, conversationId }: ModelRequest, lookUp: LookUp): Known | undefined {
  return (
    (previousResponseId ? lookUp(`response ${previousResponseId}`).at(-1) : undefined) ??
    (conversationId ? lookUp(`conversation ${conversationId}`).at(-1) : undefined)
  );
}

/** The last call of the history that we have seen decides. */
function byCall(request: ModelRequest, lookUp: LookUp): Known | undefined {
  const calls = request.messages.flatMap((message) => message.parts).filter((part) => part.kind === 'tool_call');
  const beginning = beginningOf(request);
  for (const call of calls.reverse()) {
    const known = pick(lookUp(`call ${call.id}`), call, beginning);
    if (known) return known;
  }
  return undefined;
}

/** Some requests bring results only, and leave the calls to the server's memory. */
function byResult(request: ModelRequest, lookUp: LookUp): Known | undefined {
  const known = request.toolResults.flatMap(({ callId }) => lookUp(`call ${callId}`));
  return new Set(known.map(({ home }) => home.spanId)).size === 1 ? known.at(-1) : undefined;
}

/** A response made in the background and fetched before it was ready. */
export function isUnderWay(response: ModelResponse): boolean {
  return response.finishReason === 'queued' || response.finishReason === 'in_progress';
}

/** Hosts that number their calls from 0 reuse ids; then the call itself, and how the conversation began, decide. */
function pick(candidates: Known[], call: ToolCallPart, beginning: string): Known | undefined {
  const score = (known: Known) => (known.call === fingerprint(call) ? 2 : 0) + (known.beginning === beginning ? 1 : 0);
  const named = candidates.filter((known) => known.name === call.name);
  return named.toSorted((a, b) => score(a) - score(b) || a.at - b.at).at(-1);
}

function fingerprint(call: { name: string; arguments: unknown }): string {
  return `${call.name} ${JSON.stringify(call.arguments)}`.slice(0, 1_000);
}

/** An agent sends the same first words with every request; a shortened history may lose them, so they only break ties. */
function beginningOf(request: ModelRequest): string {
  const first = request.messages[0]?.parts.find((part) => part.kind === 'text');
  return `${request.system[0]?.slice(0, 500) ?? ''}\n${first?.kind === 'text' ? first.text.slice(0, 500) : ''}`;
}
