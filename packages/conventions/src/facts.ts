/**
 * What a span reports besides its messages. One span may follow several conventions: each field comes from the first that
 * has it, in the order of the table in conventions.ts.
 */
import type {
  AttributedCall,
  DecodeOptions,
  Message,
  SpanKind,
  TaskOutput,
  TaskUnits,
  Usage,
} from '@subtext/reasoning';
import type { SentSpan } from './sent-span.ts';

/**
 * The facts of one span, read by one convention. A missing field is left to the span's next convention.
 */
export interface SpanFacts {
  kind?: SpanKind | undefined;
  /** Set where the sent name is a template. */
  name?: string | undefined;
  context?: Partial<SpanContext> | undefined;
  /** The error, where it is reported outside the span's status; empty when it has no message. */
  failure?: string | undefined;
  model?: Partial<ModelFacts> | undefined;
  /** Inclusive, as everywhere after this stage. */
  usage?: Usage | undefined;
  /** Only for model calls that do not think. */
  task?: TaskFacts | undefined;
  /** What its outputs lose and the history in its inputs still has: it is filled in from there, by call id. */
  repeats?: 'calls' | 'thoughts' | undefined;
  /**
   * For a span around a model call: the answer, whose calls or thoughts the model call's own span loses. Filled in by
   * call id.
   */
  recoveredAnswer?(options: DecodeOptions): Message[];
  /**
   * For spans that are not model calls but are the only ones with the user's input: the messages that contain it.
   * `input`: those that the span has as its input.
   */
  asked?: 'input' | ((options: DecodeOptions) => Message[]) | undefined;
  /** Read only for tools. */
  execution?(): AttributedCall;
}

/** What came back, without its contents, and the units other than tokens that it is charged by. */
export interface TaskFacts {
  output: TaskOutput;
  units: TaskUnits;
}

/** A span with its times and its status, which no message needs. */
export interface SpanReader extends SentSpan {
  span: DecodedSpan;
}

/** The span as it was decoded: nothing in it is replaced by a mark. */
export interface DecodedSpan {
  name: string;
  scope: { name: string };
  startTimeUnixNano: bigint;
  /** 0 unset, 1 ok, 2 error. */
  statusCode: number;
  attributes: ReadonlyMap<string, unknown>;
  resource: { attributes: ReadonlyMap<string, unknown> };
  events: readonly { name: string; timeUnixNano: bigint; attributes: ReadonlyMap<string, unknown> }[];
}

/** What any span may report about the run it belongs to. undefined = not reported. */
export interface SpanContext {
  agentName?: string;
  /** The sender's name for the whole trace. */
  traceName?: string;
  sessionId?: string;
  userId?: string;
  environment?: string;
  release?: string;
  service?: string;
  tags: string[];
  metadata: Map<string, string>;
}

/** The model and its request settings. undefined = not reported. */
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
