/** The arguments of two calls that differ, short enough for a sentence. */
import { isRecord } from '@subtext/reasoning';

export interface DifferingValue {
  /** `id`, or `refund.lines` where the argument is an object and only a part of it differs. */
  name: string;
  /** undefined: this side has no such argument. */
  a: string | undefined;
  b: string | undefined;
}

const MOST = 2;
const MOST_CHARACTERS = 40;

/** undefined: an argument is no JSON object, or more differs than a sentence can say. */
export function differingValues(a: string, b: string): DifferingValue[] | undefined {
  const [left, right] = [parsed(a), parsed(b)];
  if (!isRecord(left) || !isRecord(right)) return undefined;
  const found = differingIn(left, right, '');
  return found.length > 0 && found.length <= MOST ? found : undefined;
}

type Fields = Record<string, unknown>;

function differingIn(a: Fields, b: Fields, path: string): DifferingValue[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const [left, right] = [own(a, name), own(b, name)];
    const at = `${path}${name}`;
    if (isRecord(left) && isRecord(right)) return differingIn(left, right, `${at}.`);
    if (JSON.stringify(left) === JSON.stringify(right)) return [];
    return [{ name: at, a: short(left, right), b: short(right, left) }];
  });
}

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

function short(value: unknown, other: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' && typeof other !== 'number' ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
