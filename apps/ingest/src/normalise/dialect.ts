/**
 * What a span tells beside its messages, which packages/reasoning reads. Several dialects may know one span; each field is taken from the first
 * that says it (combine.ts), in the order of their table there.
 */
import type { SpanKind } from '@subtext/db';
import {
  sentSpan,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type SentSpan,
  type Usage,
} from '@subtext/reasoning';
import { toJsonObject, toJsonValue } from '../otlp/json-value.ts';
import type { Span } from '../otlp/wire.ts';
import type { ModelFacts, SpanContext } from './model.ts';

/** What one dialect says of one span. What it leaves out is left to the next dialect that knows the span. */
export interface SpanFacts {
  kind?: SpanKind | undefined;
  /** Where the name that was sent is a template. */
  name?: string | undefined;
  context?: Partial<SpanContext> | undefined;
  /** What went wrong, where it is told beside the status of the span; empty where nobody said what. */
  failure?: string | undefined;
  model?: Partial<ModelFacts> | undefined;
  /** In inclusive form, as everywhere behind this stage. */
  usage?: Usage | undefined;
  /** What its outputs lose, and the history in its inputs still has: it is filled in from there, by call id. */
  repeats?: 'calls' | 'thoughts' | undefined;
  /** Of a span around a model call: the answer, whose calls or thoughts the span of the model call loses. Filled in by call id. */
  told?(options: DecodeOptions): Message[];
  /** Of what is no model call, and is the only one to tell the question: the messages in which it stands. */
  asked?(options: DecodeOptions): Message[];
  /** Read only of tools. */
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
