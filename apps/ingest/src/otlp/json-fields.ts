/**
 * Shared by every OTLP/JSON signal: groups of resource and scope, attributes, times, ids. Throws MalformedOtlp naming
 * the position.
 */
import { begin, checkText, COST, spend } from './allowance.ts';
import { exactNumber } from './protobuf-fields.ts';
import {
  DEEPEST_VALUE,
  MAX_ATTRIBUTES,
  MalformedOtlp,
  NO_BYTES,
  TOO_DEEP,
  type Attributes,
  type AttributeValue,
  type IdName,
  type Resource,
  type Scope,
  type UnreadIds,
} from './wire.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The three levels of a signal, as they are called: `resourceSpans`, `scopeSpans`, `spans`. */
export interface Levels {
  resources: string;
  scopes: string;
  items: string;
}

export type ReadItem<Item> = (item: unknown, from: { resource: Resource; scope: Scope }, path: string) => Item;

/** The items of a request, each with its resource and scope. */
export function readGroups<Item>(body: Uint8Array, levels: Levels, readItem: ReadItem<Item>): Item[] {
  begin();
  checkText(body);
  const request = objectAt(parse(body), 'the body');
  return list(request, levels.resources, '').flatMap((ofResource, index) => {
    const path = `${levels.resources}[${index}]`;
    const group = objectAt(ofResource, path);
    const resource = {
      attributes: attributesOf(objectAt(group.resource ?? {}, `${path}.resource`), `${path}.resource`),
    };
    return list(group, levels.scopes, path).flatMap((ofScope, at) => {
      const inner = `${path}.${levels.scopes}[${at}]`;
      const scope = readScope(objectAt(ofScope, inner), inner);
      return list(objectAt(ofScope, inner), levels.items, inner).map((item, place) => {
        spend(COST.item);
        return readItem(item, { resource, scope }, `${inner}.${levels.items}[${place}]`);
      });
    });
  });
}

function readScope(group: JsonObject, path: string): Scope {
  const from = objectAt(group.scope ?? {}, `${path}.scope`);
  return { name: text(from.name), version: text(from.version), attributes: attributesOf(from, `${path}.scope`) };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch (error) {
    throw new MalformedOtlp(`The body is not JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}

export function attributesOf(from: JsonObject, path: string): Attributes {
  return keyValues(list(from, 'attributes', path), { path: `${path}.attributes`, depth: 0 });
}

/** Number of sent attributes that `attributesOf` leaves out. */
export const leftOut = ({ attributes }: JsonObject): number =>
  Array.isArray(attributes) ? Math.max(0, attributes.length - MAX_ATTRIBUTES) : 0;

interface JsonPosition {
  path: string;
  depth: number;
}

function keyValues(items: readonly unknown[], { path, depth }: JsonPosition): Attributes {
  return new Map(
    items.slice(0, MAX_ATTRIBUTES).map((item, index): [string, AttributeValue] => {
      spend(COST.attribute);
      const pair = objectAt(item, `${path}[${index}]`);
      return [text(pair.key), anyValue(pair.value, { path: `${path}[${index}].value`, depth })];
    }),
  );
}

/** In proto3 JSON a null is a missing field. */
const isThere = (value: unknown): boolean => value !== undefined && value !== null;

export function anyValue(item: unknown, { path, depth }: JsonPosition): AttributeValue {
  if (item === null || item === undefined) return null;
  const value = objectAt(item, path);
  if (typeof value.stringValue === 'string') return value.stringValue;
  if (typeof value.boolValue === 'boolean') return value.boolValue;
  if (isThere(value.intValue)) return integer(value.intValue, path);
  if (isThere(value.doubleValue)) return Number(value.doubleValue);
  if (typeof value.bytesValue === 'string') return Buffer.from(value.bytesValue, 'base64');
  if (depth >= DEEPEST_VALUE) return TOO_DEEP;
  spend(COST.nested);
  const inside = { path, depth: depth + 1 };
  if (isThere(value.arrayValue)) {
    const array = objectAt(value.arrayValue, `${path}.arrayValue`);
    return list(array, 'values', `${path}.arrayValue`).map((each) => {
      spend(COST.value);
      return anyValue(each, inside);
    });
  }
  if (!isThere(value.kvlistValue)) return null;
  return keyValues(list(objectAt(value.kvlistValue, `${path}.kvlistValue`), 'values', `${path}.kvlistValue`), inside);
}

export function objectAt(value: unknown, path: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new MalformedOtlp(`${path} should be an object.`);
}

export function list(from: JsonObject, key: string, path: string): readonly unknown[] {
  const value = from[key] ?? [];
  if (Array.isArray(value)) return value;
  const hint = key === 'attributes' ? ' of {"key": …, "value": {"stringValue": …}} objects, not an object' : '';
  throw new MalformedOtlp(`${path === '' ? key : `${path}.${key}`} should be a list${hint}.`);
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const count = (value: unknown): number => (Number.isSafeInteger(Number(value)) ? Math.max(Number(value), 0) : 0);

function integer(value: unknown, path: string): number | bigint {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d{1,20}$/.test(value)) return exactNumber(BigInt(value));
  throw new MalformedOtlp(`${path}.intValue should be a whole number or a string of digits.`);
}

/** Unix nanoseconds, as a string of digits or as a number. Absent is 0. */
export function nanos(value: unknown, path: string): bigint {
  if (value === undefined || value === null || value === '') return 0n;
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return BigInt(Math.trunc(value));
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  throw new MalformedOtlp(`${path} should be Unix nanoseconds as a string of digits.`);
}

/** The readable ids of these names, and the unreadable ones: one invalid id is no reason to refuse a whole request. */
export function idsOf<Name extends IdName>(
  from: JsonObject,
  names: readonly Name[],
): Record<Name, Uint8Array> & { unreadIds?: UnreadIds } {
  const ids = {} as Record<Name, Uint8Array>;
  const unreadIds: Partial<Record<IdName, string>> = {};
  for (const name of names) {
    const bytes = hex(from[name]);
    ids[name] = bytes ?? NO_BYTES;
    if (bytes === undefined) unreadIds[name] = asSent(from[name]);
  }
  return Object.keys(unreadIds).length === 0 ? ids : { ...ids, unreadIds };
}

function hex(value: unknown): Uint8Array | undefined {
  if (value === undefined || value === null || value === '') return NO_BYTES;
  const isHex = typeof value === 'string' && value.length % 2 === 0 && value.length <= 64 && /^[0-9a-f]*$/i.test(value);
  return isHex ? Buffer.from(value, 'hex') : undefined;
}

/** Not what is inside a list or an object: it may nest deeper than the stack allows. */
const asSent = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `[${Array.isArray(value) ? 'list' : 'object'}]` : String(value);
