/** Texts among a span's attributes, and metadata that a sender writes under a prefix or as one JSON object. */
import { jsonText } from '@subtext/reasoning';

type Attributes = ReadonlyMap<string, unknown>;

/** The first of the names that holds text, looked up in one map after the other. */
export function firstText(maps: readonly Attributes[], names: readonly string[]): string | undefined {
  for (const map of maps) {
    for (const name of names) {
      const value = scalarText(map.get(name));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

export function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  const said: Partial<Fields> = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    if (fields[name] !== undefined) said[name] = fields[name];
  }
  return said;
}

export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The attributes under a prefix, keyed by the rest of their names. */
export function metadataUnder(attributes: Attributes, prefix: string): Map<string, string> {
  const metadata = new Map<string, string>();
  for (const [name, value] of attributes) {
    const text = name.startsWith(prefix) ? scalarText(value) : undefined;
    if (text !== undefined) metadata.set(name.slice(prefix.length), text);
  }
  return metadata;
}

/** An object that a sender wrote as JSON into one attribute; values other than text stay JSON. */
export function metadataFrom(value: unknown): Map<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).map(([key, entry]) => [key, typeof entry === 'string' ? entry : jsonText(entry)]),
  );
}
