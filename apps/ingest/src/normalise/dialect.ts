/**
 * What a dialect is: a file that says how spans of one instrumentation are known, and what they tell. Several may know one span; each field
 * is taken from the first that says it (combine.ts), in the order of the table in index.ts.
 */
import type { SpanKind } from '@subtext/db';
import {
  attributeJson,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type SentMessages,
  type Usage,
} from '@subtext/reasoning';
import { toJsonValue } from '../otlp/json-value.ts';
import type { AttributeValue, Span } from '../otlp/wire.ts';
import type { ModelFacts, SpanContext } from './model.ts';
import { firstText } from './span-context.ts';

export interface Dialect {
  /** Shown in the UI and stored with the span. */
  name: string;
  detects(marks: Marks): boolean;
  facts(reader: SpanReader): SpanFacts;
}

/** What spans are known by, looked up once for all dialects. */
interface Marks {
  scope: string;
  span: string;
  /** Names of its events. */
  events: readonly string[];
  /** First segments of the attribute keys: `gen_ai`, `ai`, `lmnr`, … */
  prefixes: ReadonlySet<string>;
  has(attribute: string): boolean;
}

/** What one dialect says of one span. What it leaves out is left to the next dialect that knows the span. */
export interface SpanFacts {
  kind?: SpanKind | undefined;
  context?: Partial<SpanContext> | undefined;
  model?: Partial<ModelFacts> | undefined;
  /** In inclusive form, as everywhere behind this stage. */
  usage?: Usage | undefined;
  /** Read only of generations: decoding a history costs more than all the rest. Empty = says nothing. */
  input?(options: DecodeOptions): Message[];
  /** One message a choice, its parts in the order of the output; thoughts first where the sender has lost the order. */
  output?(options: DecodeOptions): Message[];
  /** What its outputs lose, and the history in its inputs still has: it is filled in from there, by call id. */
  repeats?: 'calls' | 'thoughts' | undefined;
  /** Of a span around a model call: the answer, whose calls or thoughts the span of the model call loses. Filled in by call id. */
  told?(options: DecodeOptions): Message[];
  /** Read only of tools. */
  execution?(): AttributedCall;
}

export interface SpanReader {
  span: Span;
  /** An attribute as plain JSON; undefined when it is not there. */
  read(name: string): unknown;
  /** The first of these attributes that holds text or a number. */
  text(...names: string[]): string | undefined;
  /** An attribute that holds JSON as text, parsed, also where it was encoded twice. What does not parse stays as it is. */
  json(name: string): unknown;
}

export function marksOf(span: Span): Marks {
  const prefixes = new Set<string>();
  let before = '';
  for (const key of span.attributes.keys()) {
    // Keys of one kind stand together.
    if (before !== '' && key.startsWith(before)) continue;
    const dot = key.indexOf('.');
    prefixes.add(dot < 0 ? key : key.slice(0, dot));
    before = dot < 0 ? '' : key.slice(0, dot + 1);
  }
  return {
    scope: span.scope.name,
    span: span.name,
    events: span.events.map(({ name }) => name),
    prefixes,
    has: (attribute) => span.attributes.has(attribute),
  };
}

export function readerOf(span: Span): SpanReader {
  const read = (name: string) => toJsonValue(textOfBytes(span.attributes.get(name)));
  // A history may be asked for more than once: by what it is, and for what is in it.
  const parsed = new Map<string, unknown>();
  const parse = (name: string) => {
    const value = attributeJson(read(name));
    parsed.set(name, value);
    return value;
  };
  return {
    span,
    read,
    text: (...names) => firstText([span.attributes], names),
    json: (name) => (parsed.has(name) ? parsed.get(name) : parse(name)),
  };
}

export const sentBy = ({ span, read }: SpanReader): SentMessages => ({ scope: span.scope.name, read });

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** LangSmith for Python sends its JSON as bytes. Bytes that are no text stay bytes. */
function textOfBytes(value: AttributeValue | undefined): AttributeValue | undefined {
  if (!(value instanceof Uint8Array)) return value;
  try {
    return UTF_8.decode(value);
  } catch {
    return value;
  }
}
