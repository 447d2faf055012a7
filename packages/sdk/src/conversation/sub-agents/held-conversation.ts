/**
 * A conversation whose spans wait until it is known whether it is a sub-agent that ran as a tool: then they belong to
 * the trace of the call, otherwise to a trace of their own.
 */
import { TraceFlags, type SpanContext } from '@opentelemetry/api';
import { GEN_AI } from '@subtext/reasoning';
import type { RecordSpan, WholeSpan } from '../../emit/spans/whole-span.ts';
import { recordNow } from '../../emit/tracing.ts';
import { randomHex } from '../../platform/random-hex.ts';
import { FIELDS, redactorFor } from '../../privacy/content.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { PendingCall } from '../pending-calls.ts';
import { agentHandedTo, type Beginning } from '../stitching/hand-over.ts';
import type { RequestOrigin } from '../stitching/likeliest-turn.ts';
import { agentNameOf } from './proofs.ts';

/** Receives the spans of a conversation. */
export interface SpanSink {
  record: RecordSpan;
  /** These contexts change when the sink learns its own trace. */
  follow(contexts: readonly SpanContext[]): void;
}

/** Records spans at once. */
export const TRACER: SpanSink = { record: recordNow, follow: () => undefined };

/** The call that the conversation turned out to run in. */
export interface NestedUnder {
  span: SpanContext;
  /** The name of the tool, as it may leave the process. */
  agentName: string | undefined;
  /** The agent that requested the call, whose name the conversation may have inherited. */
  caller: string | undefined;
}

/** What a conversation began with. */
export interface ConversationBeginning {
  /** Texts that may be an argument of the call that started it. */
  questions: readonly string[];
  history: Beginning;
  origin: RequestOrigin;
}

/** The result of a call that may have started the conversation. */
export interface CandidateResult {
  call: PendingCall;
  result: unknown;
  under: NestedUnder;
}

export function nestedUnder(span: SpanContext, { call, settings }: PendingCall): NestedUnder {
  const agentName = redactorFor(settings).text(agentNameOf(call), FIELDS.agentName);
  return { span, agentName, caller: settings.run.agent };
}

/** The place of an agent that a call handed over to. */
export function takenOver({ call, settings, parentSpan: span }: PendingCall): NestedUnder {
  const agentName = redactorFor(settings).text(agentHandedTo(call) ?? '', FIELDS.agentName);
  return { span, agentName, caller: settings.run.agent };
}

interface HeldSpan {
  span: WholeSpan;
  context: SpanContext;
}

export class HeldConversation implements SpanSink {
  /** The parent of the conversation's spans. Its ids become those of the real parent when the spans are released. */
  readonly root = newContext(randomHex(16));
  /** Pending calls that may have started the conversation. */
  readonly candidates = new Set<PendingCall>();
  /** Results of candidates. */
  readonly results: CandidateResult[] = [];
  /** Characters in the held spans. */
  size = 0;
  isReleased = false;
  /** Answers that have not ended, and that may request the call that started the conversation. */
  readonly awaited: Set<Exchange>;
  /** Calls that may have handed over to its agent, in answers that were awaited. */
  readonly handOvers: PendingCall[] = [];
  readonly beginning: ConversationBeginning;
  #answer: string | undefined;
  /** Requests without an answer so far. */
  #open = 1;
  readonly #spans: HeldSpan[] = [];
  /** Contexts that were given out before the trace was known. */
  readonly #followers: SpanContext[] = [this.root];

  constructor(beginning: ConversationBeginning, awaited: Set<Exchange>) {
    this.beginning = beginning;
    this.awaited = awaited;
  }

  readonly record: RecordSpan = (span) => {
    const context = newContext(this.root.traceId);
    this.#spans.push({ span, context });
    this.#followers.push(context);
    for (const value of Object.values(span.attributes)) this.size += String(value).length;
    return context;
  };

  /** The text of the last response or failure; undefined while the conversation goes on. */
  get answer(): string | undefined {
    return this.#answer;
  }

  /** A request has no answer so far, or failed and may be repeated. */
  get isOpen(): boolean {
    return this.#open > 0;
  }

  /** A further request was sent. */
  goesOn(): void {
    this.#open += 1;
    this.#answer = undefined;
  }

  ended(answer: string | undefined): void {
    this.#open -= 1;
    this.#answer = answer;
  }

  follow(contexts: readonly SpanContext[]): void {
    for (const context of contexts) this.#followers.push(context);
  }

  /** Passes the spans on, once. Without `under`, the first one is the root, unless a span was active. */
  release(sink: SpanSink, under?: NestedUnder): void {
    const known = new Map<string, SpanContext>();
    // Outside a call, the caller's active span is the parent.
    const top = under?.span ?? this.beginning.origin.active;
    if (top) known.set(this.root.spanId, top);
    this.isReleased = true;
    for (const { span, context } of this.#spans.splice(0)) {
      const parent = span.parent && known.get(span.parent.spanId);
      const released = sink.record({
        ...span,
        parent,
        attributes: under ? named(span.attributes, under) : span.attributes,
      });
      known.set(context.spanId, released);
      if (!known.has(this.root.spanId)) known.set(this.root.spanId, released);
    }
    for (const context of this.#followers) Object.assign(context, known.get(context.spanId));
    sink.follow(this.#followers.splice(0));
  }
}

/** A sub-agent that has no name of its own is called like the tool that started it. */
function named(attributes: WholeSpan['attributes'], { agentName, caller }: NestedUnder): WholeSpan['attributes'] {
  const own = attributes[GEN_AI.agentName];
  const isNamed = agentName === undefined || (own !== undefined && own !== caller);
  return isNamed ? attributes : { ...attributes, [GEN_AI.agentName]: agentName };
}

function newContext(traceId: string): SpanContext {
  return { traceId, spanId: randomHex(8), traceFlags: TraceFlags.SAMPLED };
}
