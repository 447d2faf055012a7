/** Rebuilds lists that were flattened into attributes (`prefix.0.message.role`). */

/** Without a limit, every two bytes of a deeper name would create a Map. */
const DEEPEST = 64;

export type Nested = Map<string, unknown>;

/** undefined when no attribute has the prefix. */
export function nestedAt(attributes: ReadonlyMap<string, unknown>, prefix: string): Nested | undefined {
  const root: Nested = new Map();
  for (const [key, value] of attributes) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const segments = key.slice(prefix.length + 1).split('.');
    if (segments.length > DEEPEST) continue;
    let node = root;
    for (const segment of segments.slice(0, -1)) {
      const next = node.get(segment);
      const inner: Nested = next instanceof Map ? (next as Nested) : new Map();
      node.set(segment, inner);
      node = inner;
    }
    node.set(segments.at(-1) ?? '', value);
  }
  return root.size > 0 ? root : undefined;
}

/** The nodes under whole-number keys, in their order. */
export function itemsOf(node: Nested | undefined): Nested[] {
  const indexed = [...(node ?? [])].filter(([key, value]) => /^\d{1,6}$/.test(key) && value instanceof Map);
  return indexed.sort(([left], [right]) => Number(left) - Number(right)).map(([, value]) => value as Nested);
}

export function child(node: Nested | undefined, ...path: string[]): Nested | undefined {
  let at: unknown = node;
  for (const segment of path) at = at instanceof Map ? (at as Nested).get(segment) : undefined;
  return at instanceof Map ? (at as Nested) : undefined;
}

export function leaf(node: Nested | undefined, name: string): string | undefined {
  const value = node?.get(name);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
