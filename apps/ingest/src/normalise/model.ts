/** The one model that every dialect is normalised to. Between decode and rows; no bounds and no SQL yet. */
import type { SpanKind } from '@subtext/db';
import type { AttributedCall, AttributedResponse, DecodeOptions, Message, ToolResult, Usage } from '@subtext/reasoning';
import type { LogRecord, Span } from '../otlp/wire.ts';

export interface NormalisedSpan {
  span: Span;
  /** The row of the dialect table it was read by. */
  convention: string;
  kind: SpanKind;
  /** Where the span's own name is a template. */
  name?: string;
  context: SpanContext;
  /** What went wrong, where attributes say it and the status of the span does not; empty where nobody said what. */
  failure?: string;
  /** Only for generations and embeddings. */
  generation?: Generation;
  /** Only for runs of agents, chains and workflows: what all of it together is said to have used. */
  run?: RunFigures;
  /** Only for what is no model call: what the user said, where the model calls do not tell it. */
  asked?: string;
  /** Only for spans around a model call: what its own span loses of its calls. */
  told?: AttributedCall[];
  /** Only for spans that ran a tool. */
  execution?: AttributedCall;
  /** Only for log records; `span` is then made of one. */
  log?: Logged;
}

interface Logged {
  record: LogRecord;
  /** Id of the span that it tells of, or its own: such a row is in no sum. */
  attachedTo?: Uint8Array;
  /** Where the record describes calls: as they read when that span says that it thought, and when it says that it did not. */
  readings?: Record<'thought' | 'none', AttributedResponse>;
  /** What the user said, where a record of its own tells it. */
  asked?: string;
  /** What a model call cost, where the span of the call does not tell it. */
  bill?: Bill;
}

interface Bill {
  /** Of the call. */
  responseId: string;
  usd: number;
}

/** What any span may say about the run it belongs to. undefined = not said. */
export interface SpanContext {
  agentName?: string;
  /** What the sender calls the whole trace. */
  traceName?: string;
  sessionId?: string;
  userId?: string;
  environment?: string;
  release?: string;
  service?: string;
  tags: string[];
  metadata: Map<string, string>;
}

/** Which model, asked how. undefined = not said. */
export interface ModelFacts {
  provider?: string;
  requestModel?: string;
  responseModel?: string;
  responseId?: string;
  finishReason?: string;
  reasoningEffort?: string;
  streaming?: boolean;
  /** Milliseconds. */
  timeToFirstChunk?: number;
}

/** Figures of a run: mostly the sums of the generations below it, so they count only where none of these tells its own (packages/db). */
export interface RunFigures extends Pick<
  ModelFacts,
  'provider' | 'requestModel' | 'responseModel' | 'reasoningEffort'
> {
  usage: Usage;
}

/** What a generation is made of, before its thoughts are attributed. */
export interface Conversation {
  model: Partial<ModelFacts>;
  usage: Usage | undefined;
  input(options: DecodeOptions): Message[];
  output(options: DecodeOptions): Message[];
  /** As in the facts of a dialect (SpanFacts). */
  repeats: 'calls' | 'thoughts' | undefined;
}

export interface Generation extends ModelFacts {
  incomplete: boolean;
  usage?: Usage;
  response: AttributedResponse;
  /** Results of earlier calls that this request carried after the last turn of the assistant. */
  results: ToolResult[];
  /** The calls of the last turn of the assistant as this request repeats them, of senders whose outputs lose them or their thoughts. */
  repeated: AttributedCall[];
  /** What the user said last. */
  asked?: string;
  /** What the model answered in words. */
  answered?: string;
}
