/**
 * Values in a URL that its page does not know, each as a sentence, so that users notice that the page shows something
 * else. Pure.
 */

export type AddressCheck = readonly [name: string, is: (value: string) => boolean, says: string];

export const isOneOf = (known: readonly string[]) => (value: string) => known.includes(value);
/** Checks a comma-separated list. */
export const areOf = (known: readonly string[]) => (value: string) => value.split(',').every(isOneOf(known));

export const problemsOf = (checks: readonly AddressCheck[], params: URLSearchParams): string[] =>
  checks.flatMap(([name, is, says]) => {
    const value = params.get(name);
    return value === null || value === '' || is(value) ? [] : [`“${short(value)}” ${says}`];
  });

/** Longer values are truncated. */
const LONGEST = 60;

export const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export const NOT_READ = 'Unknown value in the URL';
