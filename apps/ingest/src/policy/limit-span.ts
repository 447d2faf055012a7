/**
 * A decoded span or log record with its texts cut to the limits of its project: the raw body of what is stored. The
 * kind of a text follows from its attribute's name or from its message part; where neither decides, the largest of the
 * four limits applies.
 */
import { cutTo, isRaw, LARGEST_LIMIT, losslessJson, type SizeLimits, type TextKind } from '@subtext/privacy';
import { cutOf } from '@subtext/reasoning';
import { toJsonValue } from '../otlp/json-value.ts';
import type { Attributes, AttributeValue, LogRecord, Span } from '../otlp/wire.ts';

/**
 * On the span: `name:kept:of`, in characters, for each attribute in which something was cut. Read by
 * packages/conventions/src/stored/lacks.ts.
 */
const CUT = 'masking.cut';
const MAX_REPORTED = 50;
/** Levels of JSON. At the real end of the stack V8 sometimes throws a TypeError, which looks like an error here. */
const DEEPEST = 1_000;

export function limitSpan(span: Span, limits: SizeLimits): Span {
  const work = new Cutting(limits);
  return {
    ...span,
    statusMessage: work.text('status', span.statusMessage, 'results'),
    events: span.events.map((event) => ({ ...event, attributes: work.attributes(event.attributes) })),
    attributes: work.report(work.attributes(span.attributes)),
  };
}

export function limitLog(record: LogRecord, limits: SizeLimits): LogRecord {
  const work = new Cutting(limits);
  const body = work.value('body', record.body);
  return { ...record, body, attributes: work.report(work.attributes(record.attributes)) };
}

class Cutting {
  readonly #limits: SizeLimits;
  readonly #smallest: number;
  readonly #largest: number;
  readonly #truncated = new Map<string, { kept: number; of: number }>();

  constructor(limits: SizeLimits) {
    this.#limits = limits;
    const { reasoning = LARGEST_LIMIT, text = LARGEST_LIMIT, arguments: given = LARGEST_LIMIT } = limits;
    const all = [reasoning, text, given, limits.results ?? LARGEST_LIMIT];
    [this.#smallest, this.#largest] = [Math.min(...all), Math.max(...all)];
  }

  attributes(attributes: Attributes): Attributes {
    return new Map(Array.from(attributes, ([name, value]) => [name, this.value(name, value)]));
  }

  value(name: string, value: AttributeValue): AttributeValue {
    if (typeof value === 'string') return this.#whole(name, value);
    if (value instanceof Uint8Array) return value.length <= this.#smallest ? value : this.#bytes(name, value);
    if (Array.isArray(value)) return value.map((item) => this.value(name, item));
    return value instanceof Map
      ? new Map(Array.from(value, ([key, item]) => [key, this.#member(name, key, item)]))
      : value;
  }

  text(name: string, text: string, kind: TextKind | undefined): string {
    const cut = cutTo(text, this.#limitOf(kind));
    if (cut === text) return text;
    const { kept, of } = this.#truncated.get(name) ?? { kept: 0, of: 0 };
    this.#truncated.set(name, { kept: kept + this.#limitOf(kind), of: of + (cutOf(cut)?.of ?? text.length) });
    return cut;
  }

  report(attributes: Attributes): Attributes {
    if (this.#truncated.size === 0) return attributes;
    const truncated = Array.from(this.#truncated, ([name, { kept, of }]) => `${name}:${kept}:${of}`);
    return attributes.set(CUT, truncated.slice(0, MAX_REPORTED));
  }

  #limitOf(kind: TextKind | undefined): number {
    return kind === undefined ? this.#largest : (this.#limits[kind] ?? LARGEST_LIMIT);
  }

  /**
   * A value of one kind is one text, JSON or not, as in its call's row; any other JSON holds many texts, each with its
   * own limit.
   */
  #whole(name: string, text: string): string {
    if (text.length <= this.#smallest) return text;
    const kind = kindOfName(name);
    if (kind !== undefined) return this.text(name, text, kind);
    return this.#json(name, text) ?? this.text(name, text, undefined);
  }

  /** undefined: not JSON with several texts, or nested too deeply to be examined. */
  #json(name: string, text: string): string | undefined {
    const parsed = losslessJson(text);
    if (parsed === undefined || typeof parsed.value === 'string') return undefined;
    try {
      const cut = this.#inner(parsed.value, { name, kind: undefined, depth: 0 });
      return cut === parsed.value ? text : JSON.stringify(cut);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #member(name: string, key: string, item: AttributeValue): AttributeValue {
    const kind = kindOfName(key);
    return typeof item === 'string' && kind !== undefined ? this.text(name, item, kind) : this.value(name, item);
  }

  #bytes(name: string, bytes: Uint8Array): AttributeValue {
    const text = toJsonValue(bytes);
    const cut = typeof text === 'string' ? this.#whole(name, text) : bytes;
    return cut === text ? bytes : cut;
  }

  /** The same value when nothing of it was cut. @throws RangeError where it nests too deeply. */
  #inner(value: unknown, { name, kind, depth }: Nesting): unknown {
    if (typeof value === 'string') return this.text(name, value, kind);
    if (typeof value !== 'object' || value === null || isRaw(value)) return value;
    if (depth === DEEPEST) throw new RangeError(`${name} nests deeper than ${DEEPEST} levels.`);
    const below = (kindBelow: TextKind | undefined) => ({ name, kind: kindBelow, depth: depth + 1 });
    if (Array.isArray(value)) {
      const list = value.map((item: unknown) => this.#inner(item, below(kind)));
      return list.some((item, index) => item !== value[index]) ? list : value;
    }
    const own = kindOfPart(value as Part) ?? kind;
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
      key,
      this.#inner(item, below(kindOfName(key) ?? own)),
    ]);
    const isSame = entries.every(([key, item]) => item === (value as Record<string, unknown>)[key]);
    return isSame ? value : Object.fromEntries(entries);
  }
}

/** Where a value inside an attribute is. */
interface Nesting {
  /** The attribute's. */
  name: string;
  kind: TextKind | undefined;
  depth: number;
}

interface Part {
  type?: unknown;
  role?: unknown;
}

const KIND_OF_TYPE: Readonly<Record<string, TextKind>> = {
  reasoning: 'reasoning',
  thinking: 'reasoning',
  summary_text: 'reasoning',
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  blob: 'text',
  tool_call: 'arguments',
  tool_use: 'arguments',
  function_call: 'arguments',
  tool_call_response: 'results',
  tool_result: 'results',
  function_call_output: 'results',
};

/**
 * By the types of message parts, in the conventions' and providers' names; a message with role `tool` is a result as a
 * whole.
 */
function kindOfPart({ type, role }: Part): TextKind | undefined {
  if (typeof type === 'string' && Object.hasOwn(KIND_OF_TYPE, type)) return KIND_OF_TYPE[type];
  return role === 'tool' ? 'results' : undefined;
}

const NAMES: readonly [TextKind, RegExp][] = [
  ['reasoning', /(?:^|[._])(?:reasoning(?:_content)?|thinking|thoughts?)$/i],
  ['results', /tool.*[._](?:result|output|response)$/i],
  ['arguments', /(?:^|[._])arguments$|tool.*[._](?:args|input|parameters)$/i],
];

const kindOfName = (name: string): TextKind | undefined => NAMES.find(([, fits]) => fits.test(name))?.[0];
