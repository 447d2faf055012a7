/**
 * The opaque fields of a part that only its provider can use: created, removed, written to a message's JSON and read
 * back. Used by readers and codecs.
 */
import type { Seal } from './part.ts';
import { isRecord, text, type JsonRecord } from '../json/json.ts';

/** The part as attribution and screens need it. */
export function withoutSeal<T extends Seal>(part: T): Omit<T, keyof Seal> {
  const { signature: _signature, data: _data, itemId: _itemId, extra: _extra, ...rest } = part;
  return rest;
}

/** A seal with the defined fields only. */
export function sealOf(fields: { [K in keyof Seal]?: Seal[K] | undefined }): Seal {
  const { signature, data, itemId, extra } = fields;
  return {
    ...(signature !== undefined && { signature }),
    ...(data !== undefined && { data }),
    ...(itemId !== undefined && { itemId }),
    ...(extra !== undefined && Object.keys(extra).length > 0 && { extra }),
  };
}

/** The fields of a block that no part holds: all that are present, except the listed ones. For `extra`. */
export function otherFields(block: JsonRecord, heldFields: ReadonlySet<string>): JsonRecord {
  const unknown = Object.entries(block).filter(
    ([name, value]) => !heldFields.has(name) && value !== null && value !== undefined,
  );
  return Object.fromEntries(unknown);
}

export function encodeSeal({ signature, data, itemId, extra }: Seal): JsonRecord {
  return {
    ...(signature !== undefined && { signature }),
    ...(data !== undefined && { data }),
    ...(itemId !== undefined && { item_id: itemId }),
    ...(extra !== undefined && { extra }),
  };
}

export function decodeSeal(part: JsonRecord): Seal {
  const signature = text(part.signature);
  const data = text(part.data);
  const itemId = text(part.item_id);
  return {
    ...(signature !== undefined && { signature }),
    ...(data !== undefined && { data }),
    ...(itemId !== undefined && { itemId }),
    ...(isRecord(part.extra) && { extra: part.extra }),
  };
}
