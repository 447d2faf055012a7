/** Levels that can still be read with one value a line; of more most would be spaces, whose number grows with the square of the levels. */
const MOST_LEVELS = 200;

/** Whether the values of a JSON text stand deeper in one another than can be read with one a line. */
export function isNestedDeeply(json: string): boolean {
  let level = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '[' || sign === '{') {
      level += 1;
      if (level > MOST_LEVELS) return true;
    } else if (sign === ']' || sign === '}') level -= 1;
  }
  return false;
}
