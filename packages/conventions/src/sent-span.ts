/** A span as its sender wrote it, for reading its messages: as ingest decoded it, or as it was stored. */
import { attributeJson, HIDDEN_BY_SENDER, type JsonRecord, type ReadAttribute } from '@subtext/reasoning';
import { scalarText } from './shared/texts.ts';

/** The contents of a sent span: names, attributes, events. */
export interface Sent {
  name: string;
  /** Name of the instrumentation scope; empty when it has none. */
  scope: string;
  /** Values as they are stored, for lookups by name prefix. */
  attributes: ReadonlyMap<string, unknown>;
  /** An attribute as plain JSON; undefined when it is absent. */
  read: ReadAttribute;
  /** The fields of each event are plain JSON, made on first use. */
  events: readonly SentEvent[];
}

export interface SentEvent {
  name: string;
  fields(): JsonRecord;
}

export interface SentSpan extends Sent {
  /** Names of the attributes whose text the sender was configured to hide. Reading one returns `HIDDEN_BY_SENDER`. */
  hidden: readonly string[];
  /** The first of these attributes that holds text or a number. */
  text(...names: string[]): string | undefined;
  /**
   * Parses an attribute with JSON text, also when it was encoded twice. Text that does not parse is returned as it is.
   */
  json(name: string): unknown;
}

export function sentSpan(source: Sent): SentSpan {
  const hidden = hiddenIn(source.attributes);
  const sent = hidden.length > 0 ? withMarks(source, new Set(hidden)) : source;
  const { read, attributes } = sent;
  // A history may be read twice: to recognize its format, and for its content.
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

/**
 * OpenInference writes this for a text that it was configured to hide (`OPENINFERENCE_HIDE_INPUTS`,
 * `…_HIDE_OUTPUT_TEXT` and others).
 */
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
    const attributeText = scalarText(attributes.get(name));
    if (attributeText !== undefined) return attributeText;
  }
  return undefined;
}
