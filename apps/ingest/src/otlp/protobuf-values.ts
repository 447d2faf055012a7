/**
 * Shared by every OTLP/protobuf signal: groups of resource and scope, attributes. Field numbers from common/v1,
 * resource/v1.
 */
import { PbfReader } from 'pbf';
import { IngestError } from '../errors.ts';
import { begin, COST, spend } from './allowance.ts';
import { readBytes, readInt64, readMessage, readName, readString, type ReadField } from './protobuf-fields.ts';
import {
  DEEPEST_VALUE,
  MAX_ATTRIBUTES,
  MalformedOtlp,
  TOO_DEEP,
  type Attributes,
  type AttributeValue,
  type Resource,
  type Scope,
} from './wire.ts';

export type ReadItem<Item> = (reader: PbfReader, resource: Resource, scope: Scope) => Item;

/**
 * The items of a request of any signal: all have the same three levels, with the same numbers. `name`: of the message,
 * for the error.
 */
export function readGroups<Item>(body: Uint8Array, name: string, readItem: ReadItem<Item>): Item[] {
  begin();
  const request: Request<Item> = { items: [], readItem };
  try {
    // As a Buffer, which decodes text without an extra view.
    const reader = new PbfReader(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    reader.readFields(readRequest<Item>, request);
    if (reader.pos > reader.length) throw new MalformedOtlp('The protobuf body is cut off.');
  } catch (error) {
    if (error instanceof MalformedOtlp || error instanceof IngestError) throw error;
    throw new MalformedOtlp(`The body is not a protobuf ${name} (${String(error)}).`);
  }
  return request.items;
}

interface Request<Item> {
  items: Item[];
  readItem: ReadItem<Item>;
}

function readRequest<Item>(field: number, request: Request<Item>, reader: PbfReader): void {
  if (field !== 1) return;
  // The resource may come after its items: they share one object, filled in any order.
  const group = { ...request, resource: { attributes: new Map() } };
  readMessage(reader, readOfResource<Item>, group);
}

function readOfResource<Item>(field: number, group: Request<Item> & { resource: Resource }, reader: PbfReader): void {
  if (field === 1) readMessage(reader, readResource, group.resource);
  else if (field === 2) readMessage(reader, readOfScope<Item>, { ...group, scope: emptyScope() });
}

function readOfScope<Item>(
  field: number,
  group: Request<Item> & { resource: Resource; scope: Scope },
  reader: PbfReader,
): void {
  if (field === 1) readMessage(reader, readScope, group.scope);
  else if (field === 2) {
    spend(COST.item);
    group.items.push(group.readItem(reader, group.resource, group.scope));
  }
}

const readResource: ReadField<Resource> = (field, resource, reader) => {
  if (field === 1) readAttribute(reader, resource.attributes, 0);
};

const emptyScope = (): Scope => ({ name: '', version: '', attributes: new Map() });

const readScope: ReadField<Scope> = (field, scope, reader) => {
  if (field === 1) scope.name = readString(reader);
  else if (field === 2) scope.version = readString(reader);
  else if (field === 3) readAttribute(reader, scope.attributes, 0);
};

interface KeyValue {
  key: string;
  value: AttributeValue;
  depth: number;
}

/**
 * Reads into `attributes`; `depth` is that of the enclosing value. False when there are too many already: pbf skips it.
 */
export function readAttribute(reader: PbfReader, attributes: Attributes, depth: number): boolean {
  if (attributes.size >= MAX_ATTRIBUTES) return false;
  spend(COST.attribute);
  const pair = readMessage(reader, readKeyValue, { key: '', value: null, depth });
  attributes.set(pair.key, pair.value);
  return true;
}

const readKeyValue: ReadField<KeyValue> = (field, pair, reader) => {
  if (field === 1) pair.key = readName(reader);
  else if (field === 2) pair.value = readMessage(reader, readAnyValue, { value: null, depth: pair.depth }).value;
};

interface Value {
  value: AttributeValue;
  depth: number;
}

/** Reads the message at the reader's position. */
export function readValue(reader: PbfReader): AttributeValue {
  return readMessage(reader, readAnyValue, { value: null, depth: 0 }).value;
}

const readAnyValue: ReadField<Value> = (field, holder, reader) => {
  if (field === 1) holder.value = readString(reader);
  else if (field === 2) holder.value = reader.readBoolean();
  else if (field === 3) holder.value = readInt64(reader);
  else if (field === 4) holder.value = reader.readDouble();
  else if (field === 7) holder.value = readBytes(reader);
  else if (field === 5 || field === 6) holder.value = readNested(field, holder, reader);
};

function readNested(field: 5 | 6, { depth }: Value, reader: PbfReader): AttributeValue {
  if (depth >= DEEPEST_VALUE) {
    // Not read at all: pbf skips an unread field.
    return TOO_DEEP;
  }
  spend(COST.nested);
  if (field === 5) return readMessage(reader, readArray, { values: [], depth: depth + 1 }).values;
  return readMessage(reader, readKeyValueList, { values: new Map(), depth: depth + 1 }).values;
}

const readArray: ReadField<{ values: AttributeValue[]; depth: number }> = (field, list, reader) => {
  if (field !== 1) return;
  spend(COST.value);
  list.values.push(readMessage(reader, readAnyValue, { value: null, depth: list.depth }).value);
};

const readKeyValueList: ReadField<{ values: Attributes; depth: number }> = (field, list, reader) => {
  if (field === 1) readAttribute(reader, list.values, list.depth);
};
