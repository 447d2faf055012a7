/** What an address says that its page does not know: each in a sentence, so that nobody takes what is shown for what was asked. Pure. */

export type AddressCheck = readonly [name: string, is: (value: string) => boolean, says: string];

export const isOneOf = (known: readonly string[]) => (value: string) => known.includes(value);
/** Of a list with commas. */
export const areOf = (known: readonly string[]) => (value: string) => value.split(',').every(isOneOf(known));

export const problemsOf = (checks: readonly AddressCheck[], params: URLSearchParams): string[] =>
  checks.flatMap(([name, is, says]) => {
    const value = params.get(name);
    return value === null || value === '' || is(value) ? [] : [`“${short(value)}” ${says}`];
  });

/** Longer values are shown by their beginning. */
const LONGEST = 60;

export const short = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

export const NOT_READ = 'The address was not read as it is';
