/**
 * Chat Completions of OpenAI and every compatible host: one turn as one message (providers.md §3, §5.3, §6–§11, §13).
 */
import { toJson } from '../../../json/attributes.ts';
import type { Part, ToolCallPart } from '../../../parts/part.ts';
import { isRecord, type JsonRecord } from '../../../json/json.ts';
import { isThinking } from '../common/thoughts.ts';
import { argumentText } from '../common/calls.ts';
import { chatRequest, isChatTool, joinedText, noteLostOrder, toolMessages, userMessage } from './chat-frame.ts';
import { chatThinking, hostOf, type ChatHost } from './chat-hosts.ts';
import { chatThinkingFields, contentWithThinking, signatureFields } from './chat-thinking.ts';
import { needsSkipMarker, SKIP_VALIDATOR } from './gemini.ts';
import type { TargetFormat, TurnContext } from '../common/types.ts';

export const CHAT_TARGET: TargetFormat = {
  api: 'openai.chat',
  thinking: chatThinking,
  // 40 characters at OpenAI and Azure, which check the length; other hosts allow more, but none requires it.
  callId: () => /^[\w.:-]{1,40}$/,
  // No sendable message can hold the tools that Groq or OpenRouter executed.
  serverCalls: false,
  assistant,
  user: userMessage,
  results: toolMessages,
  isTool: isChatTool,
  request: chatRequest,
};

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const host = hostOf(context.target);
  const calls = parts.filter((part) => part.kind === 'tool_call');
  const refusals = context.own ? parts.filter((part) => part.kind === 'text' && part.refusal) : [];
  const rest = parts.filter((part) => !refusals.includes(part));
  const content = contentOf(rest, host, context);
  const fields = thinkingFields(rest, host, context);
  const refusal = refusals.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const hasOutput = content !== '' || calls.length > 0 || refusal !== '' || Object.keys(fields).length > 0;
  if (!hasOutput) return [];
  noteLostOrder(parts, context);
  return [
    {
      role: 'assistant',
      content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
      ...(refusal !== '' && { refusal }),
      ...fields,
      ...(calls.length > 0 && { tool_calls: writtenCalls(calls, context) }),
    },
  ];
}

/** A string, or the chunks of hosts that keep thinking in the content. */
function contentOf(parts: readonly Part[], host: ChatHost, context: TurnContext): string | JsonRecord[] {
  if (context.own) return contentWithThinking(parts);
  const content = joinedText(parts, context);
  const thought = host.field === 'tags' ? foreignThought(parts) : '';
  return thought === '' ? content : `<think>\n${thought}\n</think>\n\n${content}`;
}

function foreignThought(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.kind === 'reasoning' ? [part.text] : [])).join('\n\n');
}

function thinkingFields(parts: readonly Part[], host: ChatHost, context: TurnContext): JsonRecord {
  const fields = context.own ? chatThinkingFields(parts.filter(isThinking)) : foreignField(parts, host);
  const calls = parts.some((part) => part.kind === 'tool_call');
  const { field, placeholder } = host;
  if (!calls || field === undefined || placeholder === undefined || hasThinking(fields)) return fields;
  context.note('thinking.placeholder', host.section, `${host.ruleText}: it gets ${JSON.stringify(placeholder)}`);
  return { ...fields, [field]: placeholder };
}

function hasThinking(fields: JsonRecord): boolean {
  return ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking_blocks'].some((field) => field in fields);
}

function foreignField(parts: readonly Part[], { field }: ChatHost): JsonRecord {
  const thought = foreignThought(parts);
  return field === undefined || field === 'tags' || thought === '' ? {} : { [field]: thought };
}

function writtenCalls(calls: readonly ToolCallPart[], context: TurnContext): JsonRecord[] {
  return calls.map((call, index) => {
    const id = context.idOf(call);
    return { id, ...signatureOf(call, index, context), ...calledTool(call, context.own) };
  });
}

function calledTool(call: ToolCallPart, own: boolean): JsonRecord {
  const { name, arguments: source } = call;
  const free = typeof source === 'string';
  if (own && call.itemType === 'custom') return { type: 'custom', custom: { name, input: source } };
  // Free text is not JSON, and every host parses the arguments.
  const json = free ? toJson({ input: source }) : argumentText(call);
  return { type: 'function', function: { name, arguments: json } };
}

/** Gemini's signature, in the field that the chat host uses. */
function signatureOf(call: ToolCallPart, index: number, context: TurnContext): JsonRecord {
  const google = (signature: string) => ({ extra_content: { google: { thought_signature: signature } } });
  if (call.signature !== undefined) return google(call.signature);
  if (isRecord(call.extra)) return signatureFields(call.extra);
  if (!hostOf(context.target).signsCalls || !needsSkipMarker(context, index)) return {};
  context.note('seal.skip-validator', '§5.3', 'the first call carries the marker for history of others');
  return google(SKIP_VALIDATOR);
}
