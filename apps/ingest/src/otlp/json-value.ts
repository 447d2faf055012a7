/**
 * Attribute values as plain JSON: for the codecs of packages/reasoning and for the stored payload. Keys stay only keys.
 */
import type { Attributes, AttributeValue } from './wire.ts';

/**
 * Maps become null-prototype objects, bytes their text or base64, integers beyond 2^53 strings of digits, NaN and
 * infinities their names.
 */
export function toJsonValue(value: AttributeValue | undefined): unknown {
  if (typeof value === 'string' || value === undefined || value === null) return value;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return textOfBytes(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  return value instanceof Map ? toJsonObject(value) : value;
}

export function toJsonObject(attributes: Attributes): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of attributes) object[key] = toJsonValue(value);
  return object;
}

/**
 * Like `toJsonObject`, only for writing, because the object inherits from Object.prototype: V8 serializes these in four
 * fifths of the time.
 */
export function toWrittenObject(attributes: Attributes): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of attributes) {
    const json = toJsonValue(value);
    // Assigned, it would become the object's prototype.
    if (key === '__proto__') Object.defineProperty(object, key, { value: json, enumerable: true });
    else object[key] = json;
  }
  return object;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** LangSmith for Python sends its JSON as bytes. */
function textOfBytes(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}
