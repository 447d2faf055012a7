/**
 * Maximum depth that is readable with one value per line; a deeper text would be mostly indentation, which grows with
 * the square of the depth.
 */
const MAX_LEVELS = 200;

/** True if a JSON text is nested too deeply to be formatted with one value per line. */
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
      if (level > MAX_LEVELS) return true;
    } else if (sign === ']' || sign === '}') level -= 1;
  }
  return false;
}
