/** Reads the header forms of the transports: a list of names and values, a record, or the text that is sent. */

export function headerPairs(headers: unknown): [string, string][] {
  if (typeof headers === 'string') return headers.split('\r\n').flatMap(pairInLine);
  if (Array.isArray(headers)) return pairsInList(headers);
  return typeof headers === 'object' && headers !== null ? pairsInList(Object.entries(headers).flat()) : [];
}

function pairInLine(line: string): [string, string][] {
  const colon = line.indexOf(':');
  return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
}

/** A value is a text, bytes, a number, or a list of such values. */
function pairsInList(list: readonly unknown[]): [string, string][] {
  return list.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[String(name), textOf(list[index + 1])]] : [],
  );
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : String(value);
}
