/** The model to which every convention is normalized. Between decode and rows; no limits and no SQL yet. */
import type {
  AttributedCall,
  AttributedResponse,
  DecodeOptions,
  Message,
  SpanKind,
  TaskUnits,
  ToolResult,
  Usage,
} from '@subtext/reasoning';
import type { LogRecord, Span } from '../otlp/wire.ts';
import type { ModelFacts, SpanContext } from '@subtext/conventions';

export interface NormalisedSpan {
  span: Span;
  /** Name of the first convention that recognized it. */
  convention: string;
  kind: SpanKind;
  /** Where the span's own name is a template. */
  name?: string;
  context: SpanContext;
  /** The error, where attributes report it and the span's status does not; empty when it has no message. */
  failure?: string;
  /** Only for model calls, also those that do not think. */
  generation?: Generation;
  /** Only for runs of agents, chains and workflows: the reported usage of the whole run. */
  run?: RunFigures;
  /** Only for spans that are not model calls: the user's input, where the model calls do not report it. */
  asked?: string;
  /** Only for spans around a model call: the calls that the model call's own span loses. */
  recoveredCalls?: AttributedCall[];
  /** Only for spans that ran a tool. */
  execution?: AttributedCall;
  /** Only for log records; `span` is then made from one. */
  log?: Logged;
}

interface Logged {
  record: LogRecord;
  /** Id of the span that it describes, or its own: such a row is in no sum. */
  attachedTo?: Uint8Array;
  /** Where the record describes calls: their attribution if that span reports thinking, and if it reports none. */
  readings?: Record<'thought' | 'none', AttributedResponse>;
  /** The user's input, where a separate record reports it. */
  asked?: string;
  /** The cost of a model call, where the call's span does not report it. */
  bill?: Bill;
}

interface Bill {
  /** Response id of the call. */
  responseId: string;
  usd: number;
}

/**
 * Usage of a run: mostly the sums of the generations below it, so it counts only where none of these reports its own
 * (packages/db).
 */
export interface RunFigures extends Pick<
  ModelFacts,
  'provider' | 'requestModel' | 'responseModel' | 'reasoningEffort'
> {
  usage: Usage;
}

/** The input of a generation, before its thoughts are attributed. */
export interface Conversation {
  model: Partial<ModelFacts>;
  usage: Usage | undefined;
  input(options: DecodeOptions): Message[];
  output(options: DecodeOptions): Message[];
  /** As in the facts of a convention (SpanFacts). */
  repeats: 'calls' | 'thoughts' | undefined;
}

export interface Generation extends ModelFacts {
  incomplete: boolean;
  usage?: Usage;
  response: AttributedResponse;
  /** Results of earlier calls that this request carried after the last assistant turn. */
  results: ToolResult[];
  /**
   * The calls of the last assistant turn as this request repeats them, for senders whose outputs lose them or their
   * thoughts.
   */
  repeated: AttributedCall[];
  /** The user's latest input. */
  asked?: string;
  /** Only for calls that do not think: units other than tokens. */
  units?: TaskUnits;
  /** The model's answer as text; of a call that does not think, what came back. */
  answered?: string;
}
