// The device of a session in words, such as "Firefox on Linux".
import Bowser from 'bowser';

/** The header is the client's own text, and only its beginning says what it is. */
const MAX_LENGTH = 512;

/** undefined when the header is missing or names nothing known. */
export function deviceOf(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  return [browser.name, os.name].filter(Boolean).join(' on ') || undefined;
}
