/** Anthropic Messages and every host that speaks the format: one turn as one message of blocks (providers.md §4). */
import type { Part, ToolCallPart, ToolResultPart } from '../../../parts/part.ts';
import { isRecord, type JsonRecord } from '../../../json/json.ts';
import { withoutLastThoughts } from '../common/thoughts.ts';
import { argumentObject, resultText } from '../common/calls.ts';
import { bindsThinking, signsThinking } from '../common/provider.ts';
import { described, schemaOrNone } from '../common/tools.ts';
import type {
  AnsweredCall,
  ReplayTarget,
  RequestFrame,
  TargetFormat,
  ThinkingPolicy,
  TurnContext,
} from '../common/types.ts';

export const ANTHROPIC_TARGET: TargetFormat = {
  api: 'anthropic.messages',
  thinking,
  callId: () => /^[\w-]{1,64}$/,
  serverCalls: true,
  assistant,
  user: (texts) => ({ role: 'user', content: texts.map(textBlock) }),
  results: (answered) => [{ role: 'user', content: answered.map(resultBlock) }],
  alternates: 'content',
  wantsTools: true,
  isTool: ({ input_schema: schema }) => isRecord(schema),
  request,
};

function thinking(target: ReplayTarget): ThinkingPolicy {
  const section = '§4';
  if (!signsThinking(target)) {
    return { own: 'in_loop', foreign: 'never', section, ruleText: 'thinking blocks go back as they came, in place' };
  }
  // A thought is bound to everything before it: when one is missing, the ones after it are refused.
  const binds = bindsThinking(target.model);
  const reason = binds
    ? 'this model binds each thinking block to all that stands before it: all go back, unmodified and in place'
    : 'within a tool loop all thinking blocks go back unmodified and in place';
  return { own: binds ? 'always' : 'in_loop', foreign: 'never', sealedOnly: true, section, ruleText: reason };
}

function textBlock(content: string): JsonRecord {
  return { type: 'text', text: content };
}

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const calls = new Map<string, ToolCallPart>();
  const turn = context.isAnswer ? parts : withoutLastThoughts(parts, context.note, '§4');
  const content = turn.flatMap((part): JsonRecord[] => {
    switch (part.kind) {
      case 'text':
        if (part.text.trim() !== '') return [{ ...part.extra, ...textBlock(part.text) }];
        context.note('text.blank', '§4', 'a blank text block stays out');
        return [];
      case 'reasoning':
      case 'hidden': {
        const thoughtText = part.kind === 'reasoning' ? part.text : '';
        const signed = part.signature === undefined ? {} : { signature: part.signature };
        return [{ ...part.extra, type: 'thinking', thinking: thoughtText, ...signed }];
      }
      case 'redacted':
        return [{ ...part.extra, type: 'redacted_thinking', data: part.data }];
      case 'tool_call':
        calls.set(part.id, part);
        return [callBlock(part, context)];
      case 'tool_result':
        return serverResult(part, calls, context);
      case 'other':
        return [];
    }
  });
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

const CALL_TYPES = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);

function callBlock(call: ToolCallPart, context: TurnContext): JsonRecord {
  if (!isRecord(call.arguments)) context.note('call.arguments', '§4', `the arguments of ${call.name} become {input}`);
  const type = context.own && CALL_TYPES.has(call.itemType) ? call.itemType : 'tool_use';
  return { ...call.extra, type, id: context.idOf(call), name: call.name, input: argumentObject(call) };
}

/** `web_search` is answered by a `web_search_tool_result`; both kinds of tool search share one type. */
function serverResult(
  part: ToolResultPart,
  calls: ReadonlyMap<string, ToolCallPart>,
  context: TurnContext,
): JsonRecord[] {
  const call = calls.get(part.callId);
  if (!call) return [];
  const tool = call.itemType === 'mcp_tool_use' ? 'mcp' : call.name.replace(/^(tool_search)_tool_.*$/, '$1');
  const type = `${tool}_tool_result`;
  const failed = tool === 'mcp' ? { is_error: part.isError === true } : {};
  return [{ type, tool_use_id: context.idOf(call), content: part.result, ...failed }];
}

/** Text, or blocks where the result came as blocks of this format. */
function resultBlock({ id, own, result, isError }: AnsweredCall): JsonRecord {
  const blocks = own && Array.isArray(result) && result.every((block) => isRecord(block) && 'type' in block);
  const content = blocks ? result : resultText(result);
  return { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) };
}

function request({ target, system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const systemBlocks = system.filter((text) => text.trim() !== '').map(textBlock);
  const declared = [...tools.map((tool) => ({ ...described(tool), input_schema: schemaOrNone(tool) })), ...ownTools];
  return {
    ...(target.model !== undefined && { model: target.model }),
    ...(systemBlocks.length > 0 && { system: systemBlocks }),
    messages,
    ...(declared.length > 0 && { tools: declared }),
  };
}
