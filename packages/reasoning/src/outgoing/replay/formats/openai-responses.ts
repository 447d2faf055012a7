/** OpenAI Responses and every host that speaks it: one turn as items of `input` (providers.md §2.4). */
import { toJson } from '../../../json/attributes.ts';
import type { Part, TextPart, ToolCallPart, ToolResultPart } from '../../../parts/part.ts';
import { isRecord, record, type JsonRecord } from '../../../json/json.ts';
import { isApprovalRequest } from '../../../parts/call.ts';
import { approvalItem } from '../../../readers/openai/responses-items.ts';
import { isThinking, type ThinkingPart } from '../common/thoughts.ts';
import { argumentText, resultText } from '../common/calls.ts';
import { functionTool } from '../common/tools.ts';
import type { AnsweredCall, RequestFrame, TargetFormat, TurnContext } from '../common/types.ts';

export const RESPONSES_TARGET: TargetFormat = {
  api: 'openai.responses',
  thinking: () => ({
    own: 'in_loop',
    foreign: 'never',
    section: '§2.4',
    ruleText: 'each reasoning item goes back verbatim, right before the item it produced',
  }),
  callId: () => /^[\w.:-]{1,64}$/,
  serverCalls: true,
  assistant,
  user: (texts) => ({ role: 'user', content: texts.length === 1 ? texts[0] : texts.map(inputText) }),
  results: (answered) => answered.map(resultItem),
  isTool: ({ type, name }) => (type === 'function' || type === 'custom') && typeof name === 'string',
  request,
};

function inputText(content: string): JsonRecord {
  return { type: 'input_text', text: content };
}

interface WrittenItem {
  item: JsonRecord;
  thinking: boolean;
}

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const items = itemRuns(parts).flatMap((run): WrittenItem[] => {
    const [first] = run;
    if (!first) return [];
    if (isThinking(first)) return thinkingItem(run.filter(isThinking), context);
    if (first.kind === 'text') return [{ item: messageItem(run.filter(isText), context.own), thinking: false }];
    return first.kind === 'tool_call' ? [{ item: callItem(first, parts, context), thinking: false }] : [];
  });
  return items.flatMap(({ item, thinking }, index) => {
    // The next item may be another reasoning item, but an output must follow in the end.
    if (!thinking || context.isAnswer || items.slice(index + 1).some((behind) => !behind.thinking)) return [item];
    context.note('thinking.no-item-behind', '§2.4', 'a reasoning item is the last of its turn');
    return [];
  });
}

/** Groups the parts of one item, which the reader marked with the same id or the same first half of the key. */
function itemRuns(parts: readonly Part[]): Part[][] {
  const runs: Part[][] = [];
  let last = '';
  for (const part of parts) {
    if (part.kind === 'tool_result' || part.kind === 'other') continue;
    const mark = markOf(part);
    if (mark !== undefined && mark === last) runs.at(-1)?.push(part);
    else runs.push([part]);
    last = mark ?? '';
  }
  return runs;
}

/** undefined for parts that are an item each. */
function markOf(part: Exclude<Part, ToolResultPart | { kind: 'other' }>): string | undefined {
  if (part.kind === 'tool_call') return undefined;
  const side = part.kind === 'text' ? 'text' : 'thinking';
  return `${side}/${part.itemId ?? `key/${part.key.split('/')[0]}`}`;
}

function isText(part: Part): part is TextPart {
  return part.kind === 'text';
}

/** The provider identifies a thought by its id or its encrypted form. */
function thinkingItem(blocks: readonly ThinkingPart[], context: TurnContext): WrittenItem[] {
  const hasIdentity = blocks.some((part) => part.itemId !== undefined || part.data !== undefined);
  if (hasIdentity) return [{ item: reasoningItem(blocks), thinking: true }];
  context.note('thinking.unsigned', '§2.4', 'a reasoning item came with neither id nor encrypted form');
  return [];
}

function reasoningItem(blocks: readonly ThinkingPart[]): JsonRecord {
  const [first] = blocks;
  const thoughts = blocks.filter((part) => part.kind === 'reasoning');
  const content = thoughts.flatMap((part) =>
    part.field === 'content' ? [{ type: 'reasoning_text', text: part.text }] : [],
  );
  const data = blocks.find((part) => part.data !== undefined)?.data;
  const signature = blocks.find((part) => part.signature !== undefined)?.signature;
  return {
    summary: [],
    ...first?.extra,
    type: 'reasoning',
    ...(first?.itemId !== undefined && { id: first.itemId }),
    ...(content.length > 0
      ? { content }
      : thoughts.length > 0 && { summary: thoughts.map((part) => ({ type: 'summary_text', text: part.text })) }),
    ...(data !== undefined && { encrypted_content: data }),
    ...(signature !== undefined && { signature }),
  };
}

/** Only a message whose id the provider has issued takes the form of an output; any other is plain assistant text. */
function messageItem(blocks: readonly TextPart[], own: boolean): JsonRecord {
  const [first] = blocks;
  const phase = own && first?.extra?.phase !== undefined ? { phase: first.extra.phase } : {};
  if (first?.itemId === undefined) {
    return { role: 'assistant', content: blocks.map((part) => part.text).join(''), ...phase };
  }
  const content = blocks.map((part) =>
    part.refusal ? { type: 'refusal', refusal: part.text } : { type: 'output_text', text: part.text, annotations: [] },
  );
  return { type: 'message', id: first.itemId, role: 'assistant', status: 'completed', ...phase, content };
}

/** Items that have an id besides the call id, to which the result refers. */
const WITH_CALL_ID = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'tool_search_call',
]);

function callItem(call: ToolCallPart, parts: readonly Part[], context: TurnContext): JsonRecord {
  const id = context.idOf(call);
  // Only this format's own call types are valid here.
  const type = context.own ? call.itemType : 'function_call';
  const ids = WITH_CALL_ID.has(type) ? callIds(call, id) : { id: call.itemId ?? id };
  if (type === 'function_call') {
    return { ...call.extra, type, ...ids, ...nameOf(call), arguments: functionArguments(call) };
  }
  return { ...call.extra, type, ...ids, ...ownArguments(call, type), ...ownResult(id, call, parts) };
}

/** A tool search that OpenAI ran has only one id, which serves as both. */
function callIds({ itemId, type }: ToolCallPart, id: string): JsonRecord {
  const own = itemId ?? (type === 'server' ? id : undefined);
  return { call_id: id, ...(own !== undefined && { id: own }) };
}

function nameOf(call: ToolCallPart): JsonRecord {
  return { name: call.name, ...(call.namespace !== undefined && { namespace: call.namespace }) };
}

function functionArguments(call: ToolCallPart): string {
  return typeof call.arguments === 'string' ? toJson({ input: call.arguments }) : argumentText(call);
}

/** Field of the arguments by item type; the reader's table reversed. */
function ownArguments(call: ToolCallPart, type: string): JsonRecord {
  const { arguments: source } = call;
  switch (type) {
    case 'custom_tool_call':
      return { ...nameOf(call), input: resultText(source) };
    case 'web_search_call':
    case 'shell_call':
    case 'local_shell_call':
      return { action: source };
    case 'computer_call':
      return isRecord(source) && 'actions' in source ? { actions: source.actions } : { action: source };
    case 'apply_patch_call':
      return { operation: source };
    case 'mcp_call':
    case 'mcp_approval_request':
      return { ...nameOf(call), arguments: argumentText(call) };
    case 'tool_search_call':
      return { arguments: source };
    default:
      return record(source);
  }
}

/** Where an item holds its result; the image of `image_generation_call` was never stored. */
const RESULT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['mcp_call', 'output'],
  ['code_interpreter_call', 'outputs'],
  ['file_search_call', 'results'],
]);

function ownResult(id: string, call: ToolCallPart, parts: readonly Part[]): JsonRecord {
  const field = RESULT_FIELDS.get(call.itemType);
  if (field === undefined) return {};
  const answer = parts.find((part) => part.kind === 'tool_result' && (part.callId === call.id || part.callId === id));
  if (answer?.kind !== 'tool_result') return field === 'outputs' ? { outputs: null } : {};
  return { [answer.isError ? 'error' : field]: answer.result };
}

/** `function_call_output` answers `function_call`, `custom_tool_call_output` answers `custom_tool_call`, and so on. */
function resultItem({ call, id, own, result }: AnsweredCall): JsonRecord {
  if (own && isApprovalRequest(call.itemType)) return approvalItem(id, result);
  const type = own && WITH_CALL_ID.has(call.itemType) ? call.itemType : 'function_call';
  if (type === 'tool_search_call')
    return { type: 'tool_search_output', call_id: id, execution: 'client', tools: result };
  const plain = type === 'function_call' || type === 'custom_tool_call';
  return { type: `${type}_output`, call_id: id, output: plain ? resultText(result) : result };
}

function request({ target, system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const [only] = system;
  const alone = system.length === 1;
  const declared = [...tools.map((tool) => ({ type: 'function', ...functionTool(tool) })), ...ownTools];
  return {
    ...(target.model !== undefined && { model: target.model }),
    ...(alone && { instructions: only }),
    input: [...(alone ? [] : system.map((content) => ({ role: 'system', content }))), ...messages],
    ...(declared.length > 0 && { tools: declared }),
  };
}
