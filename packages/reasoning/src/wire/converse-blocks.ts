/**
 * Blocks of Bedrock Converse as Strands Agents puts them into events: the block's only field names its kind. Used by
 * message-foreign.ts.
 */
import { attributeJson } from '../json/attributes.ts';
import { list, record, type JsonRecord } from '../json/json.ts';

/** The block with the type of Anthropic's equivalent block; undefined when it is not a Converse block. */
export function typedBlock({ toolUse, toolResult, reasoningContent }: JsonRecord): JsonRecord | undefined {
  if (toolUse !== undefined) return { type: 'tool_use', id: record(toolUse).toolUseId, ...record(toolUse) };
  if (toolResult !== undefined) {
    const { toolUseId, content, status } = record(toolResult);
    return {
      type: 'tool_result',
      id: toolUseId,
      content: converseResult(content),
      ...(status !== undefined && { is_error: status === 'error' }),
    };
  }
  if (reasoningContent === undefined) return undefined;
  const { reasoningText } = record(reasoningContent);
  const { text: thinking, signature } = record(reasoningText);
  return reasoningText === undefined ? { type: 'redacted_thinking' } : { type: 'thinking', thinking, signature };
}

/** A single block of JSON or text is the result it contains. */
export function converseResult(content: unknown): unknown {
  const [block, ...more] = list(attributeJson(content));
  const { json, text } = record(attributeJson(block));
  return more.length === 0 ? (json ?? text ?? content) : content;
}
