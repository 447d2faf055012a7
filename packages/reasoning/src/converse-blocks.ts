/** Blocks of Bedrock Converse, as Strands Agents puts them into events: each names its kind by its one field. Used by message-foreign.ts. */
import { attributeJson } from './attributes.ts';
import { list, record, type JsonRecord } from './readers/json.ts';

/** With the type of Anthropic's block for the same; undefined for what is none of Converse. */
export function typedBlock({ toolUse, toolResult, reasoningContent }: JsonRecord): JsonRecord | undefined {
  if (toolUse !== undefined) return { type: 'tool_use', id: record(toolUse).toolUseId, ...record(toolUse) };
  if (toolResult !== undefined) {
    const { toolUseId, content, status } = record(toolResult);
    return { type: 'tool_result', id: toolUseId, content: converseResult(content), is_error: status === 'error' };
  }
  if (reasoningContent === undefined) return undefined;
  const { reasoningText } = record(reasoningContent);
  const { text: thinking, signature } = record(reasoningText);
  return reasoningText === undefined ? { type: 'redacted_thinking' } : { type: 'thinking', thinking, signature };
}

/** One block of JSON or of text is the result that it holds. */
export function converseResult(content: unknown): unknown {
  const [block, ...more] = list(attributeJson(content));
  const { json, text } = record(attributeJson(block));
  return more.length === 0 ? (json ?? text ?? content) : content;
}
