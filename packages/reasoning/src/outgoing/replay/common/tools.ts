/** Tool definitions, read from any provider's request and written for another's. */
import { filled, isRecord, list, record, records, text, type JsonRecord } from '../../../json/json.ts';
import type { ToolDefinition } from './types.ts';

export interface ReadTools {
  tools: ToolDefinition[];
  /** Tools that no other provider can run: its own search, code execution, computer. */
  providerTools: JsonRecord[];
}

/** Reads the tool list of a request, or `gen_ai.tool.definitions`. A duplicate name counts once. */
export function readTools(definitions: readonly unknown[]): ReadTools {
  const tools = new Map<string, ToolDefinition>();
  const providerTools: JsonRecord[] = [];
  for (const definition of records(definitions)) {
    const found = toolsOf(definition);
    if (found.length === 0) providerTools.push(definition);
    for (const tool of found) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], providerTools };
}

function toolsOf(definition: JsonRecord): ToolDefinition[] {
  // Gemini puts all functions into one tool, Bedrock wraps each.
  const declared = definition.functionDeclarations ?? definition.function_declarations;
  if (Array.isArray(declared)) return list(declared).flatMap((one) => toolOf(record(one)));
  const inner = [definition.function, definition.toolSpec, definition.custom].find(isRecord);
  if (inner) return toolOf(inner);
  // Only `function` and `custom` types, and those without a type, are the caller's own; the rest name a tool of the
  // provider.
  const type = text(definition.type);
  const callers = type === undefined || type === 'function' || type === 'custom' || 'input_schema' in definition;
  return callers ? toolOf(definition) : [];
}

function toolOf(source: JsonRecord): ToolDefinition[] {
  const name = filled(source.name);
  if (name === undefined) return [];
  const description = text(source.description);
  const parameters = schemaOf(source);
  return [{ name, ...(description !== undefined && { description }), ...(parameters && { parameters }) }];
}

function schemaOf(source: JsonRecord): JsonRecord | undefined {
  const { inputSchema } = source;
  const bedrock = isRecord(inputSchema) && isRecord(inputSchema.json) ? inputSchema.json : inputSchema;
  const asJson = [source.input_schema, source.parametersJsonSchema, source.parameters_json_schema, bedrock];
  const schema = asJson.find(isRecord);
  if (schema) return schema;
  return isRecord(source.parameters) ? (lowerCaseTypes(source.parameters, 0) as JsonRecord) : undefined;
}

/** Deeper schemas can only be hostile. */
const DEEPEST = 64;

/** Gemini writes the types of OpenAPI (`OBJECT`); every provider, Gemini included, reads those of JSON schema. */
function lowerCaseTypes(schema: unknown, depth: number): unknown {
  if (depth > DEEPEST) return {};
  if (Array.isArray(schema)) return schema.map((entry) => lowerCaseTypes(entry, depth + 1));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isType = key === 'type' && typeof value === 'string' && /^[A-Z]+$/.test(value);
      return [key, isType ? value.toLowerCase() : lowerCaseTypes(value, depth + 1)];
    }),
  );
}

const NO_ARGUMENTS: JsonRecord = { type: 'object', properties: {} };

export function schemaOrNone({ parameters }: ToolDefinition): JsonRecord {
  return parameters ?? NO_ARGUMENTS;
}

/** The inside of a function tool as OpenAI and compatible hosts write it. */
export function functionTool(tool: ToolDefinition): JsonRecord {
  return { ...described(tool), parameters: schemaOrNone(tool) };
}

export function described({ name, description }: ToolDefinition): JsonRecord {
  return { name, ...(description !== undefined && { description }) };
}
