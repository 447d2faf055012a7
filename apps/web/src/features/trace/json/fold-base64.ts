/** Replaces long base64 runs in arguments and results with their type and size, because they are not readable. Pure. */
const LEAST = 400;
/** Matches runs of any length, so that each is scanned once; the length is checked afterwards. */
const RUN = /(?:data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.=+-]+)*;base64,)?([A-Za-z0-9+/_-]+)={0,2}/g;
/**
 * Without a data URL, a run is recognized by its characters: words contain no digits, and hexadecimal digits no
 * capitals.
 */
const LOOKED_AT = 300;

/** `more`: the text is the beginning of a longer one, so a run at its end may continue. */
export function foldBase64(text: string, more = false): string {
  return text.replaceAll(RUN, (run: string, ...[type, letters, at]: Match) => {
    if (letters.length < LEAST) return run;
    if (type === undefined && !run.startsWith('data:') && !isMixed(letters.slice(0, LOOKED_AT))) return run;
    const over = more && at + run.length === text.length ? 'over ' : '';
    return `⟨${[type, 'base64', `${over}${sizeWords(Math.floor((letters.length * 3) / 4))}`].filter(Boolean).join(', ')}⟩`;
  });
}

/** Type, letters, offset. */
type Match = [string | undefined, string, number];

const isMixed = (letters: string): boolean => [/[a-z]/, /[A-Z]/, /[0-9]/].every((kind) => kind.test(letters));

const sizeWords = (bytes: number): string =>
  bytes < 10_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : bytes < 999_500
      ? `${Math.round(bytes / 1000)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;
