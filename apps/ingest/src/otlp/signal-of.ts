/**
 * Detects the signal of a body where the path does not name it: by the keys of JSON, by the fields of the first item of
 * protobuf.
 */
import { PbfReader } from 'pbf';
import { checkText } from './allowance.ts';
import type { OtlpType, Signal } from './respond.ts';

const KEYS = new Map([
  ['resourceSpans', 'traces'],
  ['resourceLogs', 'logs'],
  ['resourceMetrics', 'metrics'],
] as const);

/** undefined when it cannot be detected, as in a broken body. An empty body counts as traces. Throws BODY_TOO_LARGE. */
export function signalOf(type: OtlpType, body: Buffer): Signal | 'metrics' | undefined {
  if (body.length === 0) return 'traces';
  if (type === 'application/json') checkText(body);
  try {
    return type === 'application/json' ? byKeys(JSON.parse(body.toString('utf8'))) : byFields(body);
  } catch {
    return undefined;
  }
}

function byKeys(request: unknown): Signal | 'metrics' | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const [key] = Object.keys(request);
  if (key === undefined) return 'traces';
  return [...KEYS].find(([name]) => name in request)?.[1];
}

/** All signals have groups in field 1, scopes in 2, items in 2. */
function byFields(body: Buffer): Signal | 'metrics' | undefined {
  const item = nested(nested(nested(body, 1), 2), 2);
  if (item === undefined) return 'traces';
  const types = new Map<number, number>();
  new PbfReader(item).readFields((field, found, reader) => void found.set(field, reader.type), types);
  // Times: a log record has them in 1 and 11, a span in 7 and 8. A metric has none, but a name in 1.
  if (types.get(1) === FIXED_64 || types.get(11) === FIXED_64) return 'logs';
  if (types.get(7) === FIXED_64 || types.get(8) === FIXED_64) return 'traces';
  return types.get(1) === LENGTH_DELIMITED ? 'metrics' : undefined;
}

const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;

/** The bytes of the first message under this number. */
function nested(body: Uint8Array | undefined, wanted: number): Uint8Array | undefined {
  if (body === undefined) return undefined;
  const found: { bytes?: Uint8Array } = {};
  new PbfReader(body).readFields((field, into, reader) => {
    if (field === wanted && into.bytes === undefined && reader.type === LENGTH_DELIMITED)
      into.bytes = reader.readBytes();
  }, found);
  return found.bytes;
}
