/** What the file of each sender says. conventions.ts has the table of all. */
import type { DecodeOptions, Message } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from './facts.ts';
import type { Sent, SentSpan } from './sent-span.ts';
import type { SessionRecords } from './session-records.ts';

/**
 * The format in which one sender writes its spans: how it is recognized, and how messages are read. One span may follow
 * several.
 */
export interface Convention {
  /** Shown in the UI and stored with the span. */
  name: string;
  detects(marks: Marks): boolean;
  /** It reads the GenAI conventions' attributes in its own way, so the conventions' readers have nothing to add. */
  readsGenAi?: true;
  messages?: Messages;
  /** What a span reports besides its messages; absent for a convention that has nothing but messages. */
  facts?(reader: SpanReader): SpanFacts;
  /** For a sender that reports sessions in log records. */
  session?: SessionRecords;
}

/** Where the messages of a model call are. */
export interface Messages {
  /** Empty = the span has no input. */
  input?(sent: SentSpan, options: DecodeOptions): Message[];
  /**
   * One message per choice, its parts in the order of the output. Thoughts go first where the sender has lost the
   * order.
   */
  output?(sent: SentSpan, options: DecodeOptions): Message[];
}

/** What spans are recognized by, looked up once for all conventions. */
export interface Marks {
  scope: string;
  span: string;
  /** Names of the span's events. */
  events: readonly string[];
  /** First segments of the attribute keys: `gen_ai`, `ai`, `lmnr`, … */
  prefixes: ReadonlySet<string>;
  has(attribute: string): boolean;
}

export function marksOf({ name, scope, attributes, events }: Sent): Marks {
  const prefixes = new Set<string>();
  let before = '';
  for (const key of attributes.keys()) {
    // Keys of one kind are next to each other.
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
