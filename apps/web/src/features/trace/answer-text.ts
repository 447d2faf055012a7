/** The text of an answer: it is kept as the argument `content` of a pseudo call, and a preview of that may be cut anywhere. Pure. */
const BEGINNING = /^\s*\{\s*"content"\s*:\s*"/;
/** Whole characters of a JSON string: it stops before the closing quote and before an escape that was cut. */
const CHARACTERS = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*/i;

export function answerText(stored: string): string {
  const beginning = BEGINNING.exec(stored);
  if (!beginning) return stored;
  const characters = CHARACTERS.exec(stored.slice(beginning[0].length))?.[0] ?? '';
  const text = parse(`"${characters}"`);
  return typeof text === 'string' ? text : characters;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
