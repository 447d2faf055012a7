/** A span as somebody sent it, for reading the messages in it: as ingest decoded it, or as it was stored. */
import { attributeJson, type ReadAttribute } from '../attributes.ts';
import { HIDDEN_BY_SENDER } from '../held-text.ts';
import type { DecodeOptions } from '../message-foreign.ts';
import type { Message } from '../message.ts';
import type { JsonRecord } from '../readers/json.ts';

/** What is sent with a span: names, attributes, events. */
export interface Sent {
  name: string;
  /** Name of the instrumentation scope; empty when nobody said. */
  scope: string;
  /** Values as they are kept, for what is looked up by the beginning of its name. */
  attributes: ReadonlyMap<string, unknown>;
  /** An attribute as plain JSON; undefined when it is not there. */
  read: ReadAttribute;
  /** With the fields of each as plain JSON, made when they are asked for. */
  events: readonly SentEvent[];
}

export interface SentEvent {
  name: string;
  fields(): JsonRecord;
}

export interface SentSpan extends Sent {
  /** Names of the attributes whose texts the sender was told to hide. What is read of them is `HIDDEN_BY_SENDER`. */
  hidden: readonly string[];
  /** The first of these attributes that holds text or a number. */
  text(...names: string[]): string | undefined;
  /** An attribute that holds JSON as text, parsed, also where it was encoded twice. What does not parse stays as it is. */
  json(name: string): unknown;
}

/** How the spans of one instrumentation are known, and how the messages in them are read. Several may know one span. */
export interface Dialect {
  /** Shown in the UI and stored with the span. */
  name: string;
  detects(marks: Marks): boolean;
  /** Its input is that of the GenAI conventions, read in its own way: they have nothing to add. */
  readsGenAi?: true;
  /** Empty = says nothing. */
  input?(sent: SentSpan, options: DecodeOptions): Message[];
  /** One message a choice, its parts in the order of the output; thoughts first where the sender has lost the order. */
  output?(sent: SentSpan, options: DecodeOptions): Message[];
}

/** What spans are known by, looked up once for all dialects. */
export interface Marks {
  scope: string;
  span: string;
  /** Names of its events. */
  events: readonly string[];
  /** First segments of the attribute keys: `gen_ai`, `ai`, `lmnr`, … */
  prefixes: ReadonlySet<string>;
  has(attribute: string): boolean;
}

export function marksOf({ name, scope, attributes, events }: Sent): Marks {
  const prefixes = new Set<string>();
  let before = '';
  for (const key of attributes.keys()) {
    // Keys of one kind stand together.
    if (before !== '' && key.startsWith(before)) continue;
    const dot = key.indexOf('.');
    prefixes.add(dot < 0 ? key : key.slice(0, dot));
    before = dot < 0 ? '' : key.slice(0, dot + 1);
  }
  return {
    scope,
    span: name,
    events: events.map((event) => event.name),
    prefixes,
    has: (attribute) => attributes.has(attribute),
  };
}

export function sentSpan(told: Sent): SentSpan {
  const hidden = hiddenIn(told.attributes);
  const sent = hidden.length > 0 ? withMarks(told, new Set(hidden)) : told;
  const { read, attributes } = sent;
  // A history may be asked for more than once: by what it is, and for what is in it.
  const parsed = new Map<string, unknown>();
  const parse = (name: string) => {
    const value = attributeJson(read(name));
    parsed.set(name, value);
    return value;
  };
  return {
    ...sent,
    hidden,
    text: (...names) => firstText(attributes, names),
    json: (name) => (parsed.has(name) ? parsed.get(name) : parse(name)),
  };
}

/** What OpenInference writes for a text that it was told to hide (`OPENINFERENCE_HIDE_INPUTS`, `…_HIDE_OUTPUT_TEXT` and others). */
const REDACTED = '__REDACTED__';

function hiddenIn(attributes: Sent['attributes']): readonly string[] {
  if (!attributes.has('openinference.span.kind')) return NOTHING;
  return [...attributes].flatMap(([name, value]) => (value === REDACTED ? [name] : []));
}

const NOTHING: readonly string[] = [];

function withMarks({ attributes, read, ...sent }: Sent, hidden: ReadonlySet<string>): Sent {
  const marked = new Map(attributes);
  for (const name of hidden) marked.set(name, HIDDEN_BY_SENDER);
  return { ...sent, attributes: marked, read: (name) => (hidden.has(name) ? HIDDEN_BY_SENDER : read(name)) };
}

function firstText(attributes: Sent['attributes'], names: readonly string[]): string | undefined {
  for (const name of names) {
    const said = textOf(attributes.get(name));
    if (said !== undefined) return said;
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
