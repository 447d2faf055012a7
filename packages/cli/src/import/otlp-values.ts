// Attributes and values in OTLP's JSON.
import { record } from '@subtext/reasoning';

export const keyValues = (attributes: Readonly<Record<string, unknown>>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

export function anyValue(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return value === null || value === undefined ? {} : { kvlistValue: { values: keyValues(record(value)) } };
}
