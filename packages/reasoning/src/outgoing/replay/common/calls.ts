/**
 * Converts calls for a target: ids it accepts, equal in call and result; arguments and results in its form. Used by
 * every target.
 */
import { toJson } from '../../../json/attributes.ts';
import type { ToolCallPart } from '../../../parts/part.ts';
import { isRecord, type JsonRecord } from '../../../json/json.ts';
import { writtenJson } from '../../../json/written-json.ts';

export interface CallIds {
  /** Assigns a call its id. `keep`: the id came from the target. */
  assign(call: ToolCallPart, keep: boolean): string;
  /** By the ids of the parts; when calls share an id (`call_0` in every response of some hosts), the latest. */
  assigned: ReadonlyMap<string, string>;
}

/**
 * One set of ids for a whole conversation: an id that repeats in a later turn gets a new one, because most targets want
 * unique ids.
 */
export function openCallIds(takes: RegExp): CallIds {
  const used = new Set<string>();
  const assigned = new Map<string, string>();
  return {
    assigned,
    assign(call, keep) {
      const keepsId = keep || (takes.test(call.id) && !used.has(call.id));
      const id = keepsId ? call.id : freshId(call.id, used);
      used.add(id);
      assigned.set(call.id, id);
      return id;
    },
  };
}

/**
 * Nine letters and digits, which every provider accepts (Mistral accepts nothing else); derived, so the same history
 * gives the same ids.
 */
function freshId(source: string, used: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = nineLetters(`${attempt}/${source}`);
    if (!used.has(id)) return id;
  }
}

const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Two 32-bit FNV-1a hashes in base 62, about 2^53 ids; nothing depends on secrecy. */
function nineLetters(source: string): string {
  const high = BigInt(hash(source, 0x811c9dc5));
  let rest = (high << 32n) | BigInt(hash(source, high === 0n ? 1 : 0x01000193));
  let id = '';
  while (id.length < 9) {
    id += DIGITS[Number(rest % 62n)];
    rest /= 62n;
  }
  return id;
}

function hash(source: string, seed: number): number {
  let value = seed >>> 0;
  for (let at = 0; at < source.length; at += 1) value = Math.imul(value ^ source.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

/** JSON text, as chat formats carry arguments, in its original writing. Free text is unchanged. */
export function argumentText({ arguments: source }: ToolCallPart): string {
  return typeof source === 'string' ? source : (writtenJson(source) ?? toJson(source));
}

/** An object, as the block formats require: free text and other values get a name. */
export function argumentObject({ arguments: source }: ToolCallPart): JsonRecord {
  return isRecord(source) ? source : { input: source };
}

/** A result for formats that carry only text. */
export function resultText(result: unknown): string {
  if (result === undefined) return '';
  return typeof result === 'string' ? result : (writtenJson(result) ?? toJson(result));
}
