/** The opaque fields of a part that only its provider can use: taken off, written to a message's JSON and read back. Used by the codecs. */
import type { Seal } from './part.ts';
import { isRecord, text, type JsonRecord } from './readers/json.ts';

/** The part as attribution and screens need it. */
export function withoutSeal<T extends Seal>(part: T): Omit<T, keyof Seal> {
  const { signature: _signature, data: _data, itemId: _itemId, extra: _extra, ...rest } = part;
  return rest;
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
