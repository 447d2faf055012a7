/** Checks responses of the read API against its OpenAPI document. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeApi } from '../read-api/document.ts';

const API = describeApi('http://localhost:3000');

interface Described {
  components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  paths: Record<string, { get: { parameters: { name: string; schema: { default?: unknown } }[] } }>;
}

// Parsed from JSON, as clients get it over HTTP.
const document = JSON.parse(JSON.stringify(API)) as Described;

/** Names of the fields of a component. */
export const fieldsOf = (component: string): string[] =>
  Object.keys(document.components.schemas[component]?.properties ?? {});

/** The defaults of the parameters of a path. */
export const defaultsOf = (path: string): Record<string, unknown> =>
  Object.fromEntries(document.paths[path]?.get.parameters.map(({ name, schema }) => [name, schema.default]) ?? []);

// Ajv understands only the schemas of an OpenAPI document; formats of times are checked by the schemas they were made
// of.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(API, 'api');

const pointer = (...names: string[]) => names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/** The path of the document that a path is one of; undefined = it describes none. */
export const describedPath = (path: string): string | undefined =>
  Object.keys(document.paths).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

/** The differences of a response from the document; empty = none. `path`: without its query. */
export function undescribed(place: string, status: number, body: unknown): string[] {
  const [path, method = 'get'] = place.split(' ').toReversed() as [string, string?];
  const schema = pointer(
    'paths',
    describedPath(path) ?? path,
    method,
    'responses',
    String(status),
    'content',
    'application/json',
    'schema',
  );
  const validate = ajv.getSchema(`api#/${schema}`) ?? ajv.compile({ $ref: `api#/${schema}` });
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
