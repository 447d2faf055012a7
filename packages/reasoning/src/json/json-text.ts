/**
 * Serializes values that came from JSON, at any depth: the engine's own serializer fails a few thousand levels down.
 */

export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return deepText(value);
  }
}

/** An item that is still to be written: a piece of text, or a value. */
type Rest = { text: string } | { value: unknown };

function deepText(value: unknown): string {
  let text = '';
  const rest: Rest[] = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ('text' in next) text += next.text;
    else if (typeof next.value !== 'object' || next.value === null) text += JSON.stringify(next.value) ?? 'null';
    else for (const piece of piecesOf(next.value).reverse()) rest.push(piece);
  }
  return text;
}

function piecesOf(value: object): Rest[] {
  const isList = Array.isArray(value);
  const pieces: Rest[] = [{ text: isList ? '[' : '{' }];
  for (const [key, item] of Object.entries(value)) {
    const comma = pieces.length > 1 ? ',' : '';
    pieces.push({ text: isList ? comma : `${comma}${JSON.stringify(key)}:` }, { value: item });
  }
  pieces.push({ text: isList ? ']' : '}' });
  return pieces;
}
