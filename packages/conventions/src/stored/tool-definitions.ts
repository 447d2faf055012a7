/** The tools that a model call offered, wherever its sender writes them. */
import { attributeJson, GEN_AI, recordOf } from '@subtext/reasoning';
import type { SentSpan } from '../sent-span.ts';
import { child, itemsOf, leaf, nestedAt, type Nested } from '../shared/nested.ts';
import type { Payload } from './payload.ts';

/** Attributes that are the list. `llm.tools` and others flatten it. */
const LISTS = [GEN_AI.toolDefinitions, 'ai.prompt.tools', 'mlflow.chat.tools'];

/** Attributes with settings, of which the list is one. */
const SETTINGS: readonly (readonly [attribute: string, ...lists: string[]])[] = [
  ['model_request_parameters', 'function_tools', 'output_tools'],
  ['llm.invocation_parameters', 'tools'],
  ['braintrust.metadata', 'tools'],
];

/** Empty: none are reported beside the body of the request. */
export function toolDefinitionsOf({ sent, read }: Pick<Payload, 'sent' | 'read'>): unknown[] {
  for (const name of LISTS) {
    const definitions = attributeJson(read(name));
    if (Array.isArray(definitions) && definitions.length > 0) return definitions.map(attributeJson);
  }
  const flattened = [...openInferenceTools(sent), ...openLlmetryTools(sent)];
  return flattened.length > 0 ? flattened : (inSettings(sent) ?? amongMessages(sent));
}

/** `llm.tools.0.tool.json_schema` */
function openInferenceTools({ attributes }: SentSpan): unknown[] {
  return itemsOf(nestedAt(attributes, 'llm.tools')).flatMap((item) => {
    const definition = attributeJson(leaf(child(item, 'tool'), 'json_schema'));
    return definition === undefined ? [] : [definition];
  });
}

/** `llm.request.functions.0.parameters` */
function openLlmetryTools({ attributes }: SentSpan): unknown[] {
  return itemsOf(nestedAt(attributes, 'llm.request.functions')).map((item: Nested) => {
    const parameters = attributeJson(leaf(item, 'parameters') ?? leaf(item, 'input_schema'));
    return { name: leaf(item, 'name'), description: leaf(item, 'description'), parameters };
  });
}

function inSettings({ json }: SentSpan): unknown[] | undefined {
  for (const [attribute, ...names] of SETTINGS) {
    const settings = recordOf(json(attribute));
    const definitions = names.flatMap((name) => {
      const list = attributeJson(settings[name]);
      return Array.isArray(list) ? (list as unknown[]) : [];
    });
    if (definitions.length > 0) return definitions;
  }
  return undefined;
}

/** Langfuse's handler for LangChain: `{role: 'tool', content: {type: 'function', function: …}}`, without an id. */
function amongMessages({ json }: SentSpan): unknown[] {
  const input = json('langfuse.observation.input');
  if (!Array.isArray(input)) return [];
  return input.flatMap((entry) => {
    const { role, tool_call_id: id, content } = recordOf(entry);
    return role === 'tool' && id === undefined && 'function' in recordOf(content) ? [content] : [];
  });
}
