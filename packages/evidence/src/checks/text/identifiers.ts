/** Identifiers in thoughts and arguments, and which of them are of the same form. */
import type { Leaf } from './canonical-json.ts';
import { LONGEST_THOUGHT } from './sentences.ts';
import { nameParts, stem } from './tool-names.ts';

export interface Identifier {
  /** Two identifiers with the same form can be mistaken for each other: `prefix ord_`, `label order`. */
  form: string;
  value: string;
}

export interface LocatedIdentifier extends Identifier {
  from: number;
  to: number;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;
/** `ord_8812`, `ORD-8812`, `cus_Nx93kd8f`: a prefix, a separator, and at least three characters with a digit. */
const PREFIXED = /^([a-z]{2,12}[_-])(?=[a-z]{0,40}\d)[a-z\d]{3,40}$/i;
/** Terms that read like identifiers: versions, standards, models. */
const TERMS = /^(?:gpt|claude|gemini|llama|qwen|iso|rfc|utf|sha|md|http|mp|covid|top|page|step|part|version|base)[_-]/i;

/** Candidates for the forms above, with quotes and brackets as their ends. */
const TOKEN = /[\w.+@-]{4,320}/g;
/** `order 8812`, `order number 8812`, `order_id=8812`, `"order_id": "8812"`, `booking AB12CD`. */
const LABELLED =
  /([\p{L}_]{2,40})["'`*]{0,3}\s{0,2}(?:(?:number|no\.|id)["'`*]{0,2}\s{0,2})?(?:is\s|[:=]\s{0,2})?["'`*]{0,3}#?((?=[A-Za-z]{0,40}\d)[A-Za-z\d]{3,40})(?![\w@]|[.,-]\d)/giu;

const MOST_IDENTIFIERS = 500;

/** Identifiers of a thought, in order: the first MOST_IDENTIFIERS. */
export function identifiersIn(thought: string): LocatedIdentifier[] {
  const text = thought.slice(0, LONGEST_THOUGHT);
  const ofForm = [...text.matchAll(TOKEN)].flatMap(({ index, 0: token }) => {
    const value = token.replace(/[.-]+$/, '');
    const form = ownForm(value);
    return form === null ? [] : [{ form, value, from: index, to: index + value.length }];
  });
  const labelled = [...text.matchAll(LABELLED)].flatMap((match) => {
    const [whole, label = '', value = ''] = match;
    const head = isBareIdentifier(value) ? headOf(label) : null;
    const from = match.index + whole.length - value.length;
    return head === null ? [] : [{ form: `label ${head}`, value, from, to: from + value.length }];
  });
  return [...ofForm, ...labelled].sort((one, other) => one.from - other.from).slice(0, MOST_IDENTIFIERS);
}

/** The forms of one value of the arguments: empty for everything that is no identifier. */
export function identifiersOf({ keys, value }: Leaf, tool: string): Identifier[] {
  const trimmed = value.trim().replace(/^#/, '');
  const form = ownForm(trimmed);
  if (form !== null) return [{ form, value: trimmed }];
  if (!isBareIdentifier(trimmed)) return [];
  const key = keys.at(-1) ?? '';
  const head = headOf(key);
  if (head === null) return [];
  // A key that is only `id` means what the tool is about.
  const heads = head === 'id' ? ['id', ...nameParts(tool).map(stem)] : [head];
  return heads.map((name) => ({ form: `label ${name}`, value: trimmed }));
}

function ownForm(value: string): string | null {
  if (UUID.test(value)) return 'uuid';
  if (EMAIL.test(value)) return 'email';
  const prefix = TERMS.test(value) ? undefined : PREFIXED.exec(value)?.[1];
  return prefix === undefined ? null : `prefix ${prefix.toLowerCase()}`;
}

/** Digits, or digits and letters: words are no identifiers. Numbers below 100 count things. */
const isBareIdentifier = (value: string) => /^(?=[A-Za-z]{0,40}\d)[A-Za-z\d]{3,40}$/.test(value);

/** Words around an identifier that do not say of what. */
const IDENTIFYING = new Set(['id', 'ids', 'number', 'numbers', 'no', 'key', 'code', 'ref', 'reference', 'uuid']);
const QUANTITIES = new Set(
  'amount price total cost sum limit count size year date day month hour time page offset max min timeout width height lat lon quantity qty second minute budget balance port zip temperature score length depth index line start end'
    .split(' ')
    .map(stem),
);

/** `customer_order_id`: order. `id`: id. null: a quantity, or nothing. */
function headOf(label: string): string | null {
  const parts = nameParts(label);
  if (parts.length === 0) return null;
  const head = parts.findLast((part) => !IDENTIFYING.has(part));
  if (head === undefined) return 'id';
  return QUANTITIES.has(stem(head)) ? null : stem(head);
}
