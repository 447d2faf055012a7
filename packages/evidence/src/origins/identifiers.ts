/** What looks like an id, an address or a path: a value that nobody arrives at by rewording. */
import { dateReadings } from './text/dates.ts';
import { numbersOfExpression } from './text/expressions.ts';
import { numberReadings } from './text/numbers.ts';

const MAX_LENGTH = 2048;

const UUID = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;
const HEX = /^(?:0x)?(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{8,}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** `ord_8812`, `pi_live_3fA8x2`: the last piece has at least four characters, and a digit. */
const PREFIXED = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*[_-](?=[a-z]*\d)[a-z0-9]{4,}$/i;
const YEAR_AT_END = /[_-](?:19|20)\d{2}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;
const URL_LIKE = /^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i;
const PATH = /^(?:\.{0,2}\/|~\/|[a-z]:[\\/])[^\s/\\]\S*$/i;
const FILE_IN_FOLDER = /^[^\s/]+(?:\/[^\s/]+)*\/[^\s/]+\.[a-z0-9]{1,8}$/i;
const PHONE = /^\+?[\d\s().-]{7,24}$/;
const SIZE = /^\d+(?:\.\d+)?(?:x\d+|[a-zµ%]{1,3})$/i;
const ONE_WORD = /^\S+$/;
const YEAR = /^(?:19|20)\d{2}$/;

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length;

/** UUID, hex, ULID, prefixed id, mail address: also inside prose these are nothing else. */
export function isOpaqueIdentifier(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  if (PREFIXED.test(text)) return !YEAR_AT_END.test(text);
  return [UUID, HEX, ULID, EMAIL].some((form) => form.test(text));
}

/** Four digits or more, mixed with letters or separators; five or more without. */
function isNumberLike(text: string): boolean {
  if (SIZE.test(text) || YEAR.test(text) || YEAR_AT_END.test(text) || dateReadings(text).length > 0) return false;
  const digits = countDigits(text);
  if (digits === text.length) return digits >= 5;
  if (numberReadings(text).length > 0) return false;
  if (PHONE.test(text)) return digits >= 7;
  return ONE_WORD.test(text) && digits >= 4;
}

/** The words of names such as `order_id`, `orderId`, `orderID` and `invoice-number`. */
const WORD_OF_NAME = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const ID_NAMES: ReadonlySet<string> = new Set('id ids uuid guid sku iban isbn'.split(' '));
/** A page has a number, too; that of an invoice is an id. */
const NUMBER_NAMES: ReadonlySet<string> = new Set('number no nr code key ref reference'.split(' '));
const NUMBERED: ReadonlySet<string> = new Set(
  'order invoice ticket account customer tracking booking case serial part confirmation contract policy flight'.split(
    ' ',
  ),
);

function isNamedIdentifier(name: string): boolean {
  const words = name.slice(-64).match(WORD_OF_NAME) ?? [];
  const [thing = '', last = ''] = ['', ...words].slice(-2).map((word) => word.toLowerCase());
  return ID_NAMES.has(last) || (NUMBER_NAMES.has(last) && NUMBERED.has(thing));
}

/** `name`: the key of the value, by which also numbers and short codes are recognized as ids. */
export function isIdentifier(value: unknown, name = ''): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) > 9 && isNamedIdentifier(name);
  if (typeof value !== 'string') return false;
  const text = value.trim();
  if (text.length < 2 || text.length > MAX_LENGTH) return false;
  if (numbersOfExpression(text)) return false;
  if (isOpaqueIdentifier(text)) return true;
  if ([URL_LIKE, PATH, FILE_IN_FOLDER].some((form) => form.test(text))) return dateReadings(text).length === 0;
  if (isNamedIdentifier(name) && ONE_WORD.test(text) && /\d/.test(text)) return true;
  return isNumberLike(text);
}

const MIN_WORDS_OF_TEXT = 6;
/** Without a digit: a short query is reworded, but its numbers are not. */
const MIN_WORDS_OF_PHRASE = 4;

/** Prose or code: several words, or several lines. */
export function isText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = value.trim();
  if (numbersOfExpression(text)) return false;
  const words = text.split(/\s+/, MIN_WORDS_OF_TEXT).length;
  return text.includes('\n') || words >= MIN_WORDS_OF_TEXT || (words >= MIN_WORDS_OF_PHRASE && !/\d/.test(text));
}
