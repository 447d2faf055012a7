/** What the schema of a tool says about one argument: values that the model could copy from it. */
import { isRecord, record } from '@subtext/reasoning';
import type { JsonPath, Trivial } from './origin.ts';

/** A value that stands in the schema, and where. */
export interface SchemaValue {
  path: JsonPath;
  value: unknown;
}

interface Node {
  path: JsonPath;
  schema: Record<string, unknown>;
}

const MAX_NODES = 24;
const MAX_VALUES = 2000;
const VALUE_NAMES = ['const', 'default', 'example', 'title', 'description'] as const;
const LIST_NAMES = ['enum', 'examples'] as const;

const own = (schema: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(schema, name) ? schema[name] : undefined;

/** The schemas that an argument has to satisfy, or may. */
export function schemasOf(root: unknown, path: JsonPath): Node[] {
  let nodes = expanded(root, [{ path: [], schema: record(root) }]);
  for (const key of path) {
    nodes = expanded(
      root,
      nodes.flatMap((node) => childrenOf(node, key)),
    );
    if (nodes.length === 0) break;
  }
  return nodes;
}

function childrenOf({ path, schema }: Node, key: string | number): Node[] {
  const steps: JsonPath[] =
    typeof key === 'number'
      ? [['prefixItems', key], ['items'], ['items', key]]
      : [['properties', key], ['additionalProperties']];
  const nodes = steps.flatMap((step): Node[] => {
    const child = at(schema, step);
    return isRecord(child) ? [{ path: [...path, ...step], schema: child }] : [];
  });
  // A property that is named has its own schema; the others share one.
  return nodes.slice(0, 1);
}

const at = (schema: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>((node, key) => {
    if (Array.isArray(node)) return typeof key === 'number' ? node[key] : undefined;
    return isRecord(node) ? own(node, String(key)) : undefined;
  }, schema);

/** With their references followed and their alternatives beside them. */
function expanded(root: unknown, nodes: readonly Node[]): Node[] {
  const found: Node[] = [];
  const open = [...nodes];
  while (open.length > 0 && found.length < MAX_NODES) {
    const node = open.shift();
    if (!node) break;
    found.push(node);
    const path = referenceOf(own(node.schema, '$ref'));
    const schema = path === undefined ? undefined : at(root, path);
    if (path && isRecord(schema)) open.push({ path, schema });
    for (const name of ['anyOf', 'oneOf', 'allOf']) {
      const alternatives = own(node.schema, name);
      if (!Array.isArray(alternatives)) continue;
      alternatives.slice(0, MAX_NODES).forEach((alternative: unknown, index) => {
        if (isRecord(alternative)) open.push({ path: [...node.path, name, index], schema: alternative });
      });
    }
  }
  return found;
}

/** `#/$defs/City` → its path. */
function referenceOf(reference: unknown): string[] | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/') || reference.length > 500) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((piece) => piece.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Everything in these schemas that a value can be copied from. */
export function valuesOf(nodes: readonly Node[]): SchemaValue[] {
  const values = nodes.flatMap(({ path, schema }) => [
    ...VALUE_NAMES.map((name) => ({ path: [...path, name], value: own(schema, name) })),
    ...LIST_NAMES.flatMap((name) => {
      const list = own(schema, name);
      if (!Array.isArray(list)) return [];
      return list.slice(0, MAX_VALUES).map((value: unknown, index) => ({ path: [...path, name, index], value }));
    }),
  ]);
  return values.filter(({ value }) => value !== undefined).slice(0, MAX_VALUES);
}

/** Words of JSON Schema, and limits: no value is copied from them. */
const NOT_COPIED =
  /^(?:type|required|format|pattern|strict|uniqueItems|\$.+|(?:min|max|exclusive)[A-Z].*|minimum|maximum)$/;
const COPIED: ReadonlySet<string> = new Set([...VALUE_NAMES, ...LIST_NAMES]);
const MAX_DEPTH = 32;

/** What a model can copy from a tool that it is offered: names, descriptions, and the values that are offered. */
export function textsOfTool(definition: unknown, depth = 0): unknown {
  if (Array.isArray(definition)) return depth < MAX_DEPTH ? definition.map((item) => textsOfTool(item, depth + 1)) : [];
  if (!isRecord(definition)) return typeof definition === 'string' ? definition : null;
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(
    Object.entries(definition).flatMap(([key, value]) =>
      NOT_COPIED.test(key) && !isRecord(value)
        ? []
        : [[key, COPIED.has(key) && !isRecord(value) ? value : textsOfTool(value, depth + 1)]],
    ),
  );
}

/** `enum` or `default` when the value is one that the schema offers. */
export function offeredAs(nodes: readonly Node[], value: unknown): Trivial | undefined {
  for (const { schema } of nodes) {
    const offered = own(schema, 'enum');
    if ((Array.isArray(offered) && offered.includes(value)) || own(schema, 'const') === value) return 'enum';
  }
  return nodes.some(({ schema }) => own(schema, 'default') === value) ? 'default' : undefined;
}
