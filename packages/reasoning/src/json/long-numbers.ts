/** Parses JSON without losing digits of long numbers: ids that differ in their last digit would become equal. */

/** A number of JavaScript may not hold more digits than this. */
const MOST_DIGITS = 15;

/** The third argument of the reviver is in ECMAScript, and not yet in the types of TypeScript. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
type ParseWithSource = (text: string, reviver: Reviver) => unknown;

/**
 * Like `JSON.parse` with a reviver that gets no key. `longNumber`: the spelling of a number that may have lost
 * digits, undefined for every other value. Throws for text that is not JSON.
 */
export function parseLongNumbers(
  text: string,
  revive: (value: unknown, longNumber: string | undefined) => unknown,
): unknown {
  const reviver: Reviver = (_key, value, context) => revive(value, longNumberOf(value, context?.source));
  return (JSON.parse as ParseWithSource)(text, reviver);
}

/** Older browsers have no source: their numbers stay as they are. */
const longNumberOf = (value: unknown, source = ''): string | undefined =>
  typeof value === 'number' && source.replaceAll(/\D/g, '').length > MOST_DIGITS ? source : undefined;
