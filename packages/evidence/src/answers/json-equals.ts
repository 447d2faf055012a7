/** Equal as JSON values: the order of keys does not matter. */
import { isRecord } from '@subtext/reasoning';

/** Deeper values are not compared, so hostile nesting cannot overflow the stack. */
const MAX_DEPTH = 200;

export function jsonEquals(left: unknown, right: unknown, depth = 0): boolean {
  if (Object.is(left, right)) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => jsonEquals(item, right[index], depth + 1));
  if (!isRecord(left) || !isRecord(right)) return left === 0 && right === 0;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key], right[key], depth + 1))
  );
}
