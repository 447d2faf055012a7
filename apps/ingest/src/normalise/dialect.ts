/**
 * What a span reports besides its messages, which packages/conventions reads. One span may follow several conventions;
 * each field comes from the first that has it (combine.ts), in the order of their table there.
 */
import { type AttributedCall, type DecodeOptions, type Message, type SpanKind, type Usage } from '@subtext/reasoning';
import { sentSpan, type SentSpan } from '@subtext/conventions';
import { toJsonObject, toJsonValue } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';
import type { ModelFacts, SpanContext } from './model.ts';

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
  /** What its outputs lose and the history in its inputs still has: it is filled in from there, by call id. */
  repeats?: 'calls' | 'thoughts' | undefined;
  /**
   * For a span around a model call: the answer, whose calls or thoughts the model call's own span loses. Filled in by
   * call id.
   */
  recoveredAnswer?(options: DecodeOptions): Message[];
  /** For spans that are not model calls but are the only ones with the user's input: the messages that contain it. */
  asked?(options: DecodeOptions): Message[];
  /** Read only for tools. */
  execution?(): AttributedCall;
}

export interface SpanReader extends SentSpan {
  span: Span;
}

export function readerOf(span: Span): SpanReader {
  const { name, attributes } = span;
  const read = (wanted: string) => toJsonValue(attributes.get(wanted));
  const events = span.events.map((event) => ({ name: event.name, fields: () => toJsonObject(event.attributes) }));
  return { ...sentSpan({ name, scope: span.scope.name, attributes, read, events }), span };
}
