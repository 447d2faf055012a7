/**
 * Reads and writes one setting of a request body by its path (`reasoning.summary`). Bodies are never changed: a copy
 * holds the new value.
 */

export type Body = Readonly<Record<string, unknown>>;

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** undefined when it is absent; null also means absent, in every API. */
export function readPath(body: unknown, path: string): unknown {
  let value = body;
  for (const key of path.split('.')) {
    if (!isBody(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value ?? undefined;
}

/** A copy with the value at the path, all siblings kept; null when a step on the path is not an object. */
export function writePath(body: Body, path: string, value: unknown): Record<string, unknown> | null {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [key]: value };
  const inner = readPath(body, key) ?? {};
  const written = isBody(inner) ? writePath(inner, rest.join('.'), value) : null;
  return written && { ...body, [key]: written };
}

const MAX_DEPTH = 4;
const MAX_LENGTH = 80;

/** `reasoning: { summary: 'auto' }`: a body as one would type it; deep or long values are cut. */
export function asCode(body: Body, depth = 0): string {
  const entries = Object.entries(body);
  return entries.map(([key, value]) => `${key}: ${literal(value, depth)}`).join(', ');
}

function literal(value: unknown, depth: number): string {
  if (typeof value === 'string') return value.length > MAX_LENGTH ? `'${value.slice(0, MAX_LENGTH)}…'` : `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, depth + 1)).join(', ')}]`;
  return isBody(value) ? `{ ${asCode(value, depth + 1)} }` : '…';
}
