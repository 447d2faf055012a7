/** The tools of a request: their names, what they say about themselves, and the schemas of their arguments. */

export interface OfferedTool {
  name: string;
  description?: string;
  schema?: unknown;
}

export const MOST_TOOLS = 2_000;

/** Providers nest definitions differently. Whatever has no name is left out. */
export function toolsIn(definitions: readonly unknown[]): OfferedTool[] {
  return definitions.slice(0, MOST_TOOLS).flatMap(toolsOf).slice(0, MOST_TOOLS);
}

function toolsOf(definition: unknown): OfferedTool[] {
  if (!isRecord(definition)) return [];
  const { name, description, functionDeclarations, function_declarations: snake } = definition;
  const nested = [definition.function, definition.toolSpec, ...[functionDeclarations, snake].flat()];
  const own: OfferedTool[] =
    typeof name === 'string' && name !== ''
      ? [{ name, ...(typeof description === 'string' && { description }), ...schemaOf(definition) }]
      : [];
  return [...own, ...nested.flatMap((each) => (each === definition ? [] : toolsOf(each)))];
}

const SCHEMAS = [
  'parameters',
  'input_schema',
  'parameters_json_schema',
  'inputSchema',
  'parametersJsonSchema',
  'parameter_definitions',
];

function schemaOf(definition: Record<string, unknown>): { schema?: unknown } {
  const schema = SCHEMAS.map((name) => definition[name]).find(isRecord);
  if (!schema) return {};
  // Bedrock writes `{json: {…}}`.
  return { schema: isRecord(schema.json) ? schema.json : schema };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
