/** Amazon Bedrock Converse: one turn as one message of blocks (providers.md §12). */
import type { Part, ToolCallPart } from '../../../parts/part.ts';
import { isRecord, type JsonRecord } from '../../../json/json.ts';
import { withoutLastThoughts } from '../common/thoughts.ts';
import { argumentObject, resultText } from '../common/calls.ts';
import { bindsThinking, makerOf } from '../common/provider.ts';
import { described, schemaOrNone } from '../common/tools.ts';
import type {
  AnsweredCall,
  ReplayTarget,
  RequestFrame,
  TargetFormat,
  ThinkingPolicy,
  TurnContext,
} from '../common/types.ts';

export const BEDROCK_TARGET: TargetFormat = {
  api: 'bedrock.converse',
  thinking,
  callId: () => /^[\w-]{1,64}$/,
  serverCalls: true,
  assistant,
  user: (texts) => ({ role: 'user', content: texts.map((said) => ({ text: said })) }),
  results: (answered) => [{ role: 'user', content: answered.map((one) => ({ toolResult: resultBlock(one) })) }],
  alternates: 'content',
  wantsTools: true,
  isTool: ({ toolSpec }) => isRecord(toolSpec),
  request,
};

function thinking({ model }: ReplayTarget): ThinkingPolicy {
  const section = '§12';
  if (makerOf(model) === 'deepseek') {
    return { own: 'never', foreign: 'never', section, ruleText: 'DeepSeek R1 on Bedrock refuses reasoning content' };
  }
  const claude = makerOf(model) === 'anthropic';
  return {
    own: bindsThinking(model) ? 'always' : 'in_loop',
    foreign: 'never',
    sealedOnly: claude,
    section,
    ruleText: 'text and signature go back unmodified, in place',
  };
}

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const turn = context.isAnswer ? parts : withoutLastThoughts(parts, context.note, '§12');
  const content = turn.flatMap((part): JsonRecord[] => {
    switch (part.kind) {
      case 'text':
        if (part.text.trim() !== '') return [{ text: part.text }];
        context.note('text.blank', '§12', 'a blank text block stays out');
        return [];
      case 'reasoning':
      case 'hidden': {
        const thoughtText = part.kind === 'reasoning' ? part.text : '';
        const signed = part.signature === undefined ? {} : { signature: part.signature };
        return [{ reasoningContent: { reasoningText: { text: thoughtText, ...signed } } }];
      }
      case 'redacted':
        return [{ reasoningContent: { redactedContent: part.data } }];
      case 'tool_call':
        return [{ toolUse: toolUse(part, context) }];
      case 'tool_result': {
        const status = part.isError ? { status: 'error' } : {};
        const type = serverResultType(parts, part.callId);
        const content = resultContent(part.result, true);
        return [{ toolResult: { ...type, toolUseId: part.callId, content, ...status } }];
      }
      case 'other':
        return [];
    }
  });
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

/** The results of Bedrock's own tools have a type, named after the tool (R: `nova_code_interpreter_result`). */
function serverResultType(parts: readonly Part[], callId: string): JsonRecord {
  const call = parts.find((part) => part.kind === 'tool_call' && part.id === callId);
  return call?.kind === 'tool_call' && call.type === 'server' ? { type: `${call.name}_result` } : {};
}

function toolUse(call: ToolCallPart, context: TurnContext): JsonRecord {
  if (!isRecord(call.arguments)) context.note('call.arguments', '§12', `the arguments of ${call.name} become {input}`);
  const server = call.type === 'server' ? { type: 'server_tool_use' } : {};
  return { ...call.extra, ...server, toolUseId: context.idOf(call), name: call.name, input: argumentObject(call) };
}

function resultBlock({ id, own, result, isError }: AnsweredCall): JsonRecord {
  return { toolUseId: id, content: resultContent(result, own), ...(isError && { status: 'error' }) };
}

const BLOCK_FIELDS = ['text', 'json', 'image', 'document', 'video'];

/** Blocks unchanged, an object as JSON, everything else as text. */
function resultContent(result: unknown, own: boolean): unknown[] {
  const blocks = Array.isArray(result) && result.length > 0 && result.every(isBlock);
  if (own && blocks) return result;
  return [isRecord(result) ? { json: result } : { text: resultText(result) }];
}

function isBlock(block: unknown): boolean {
  return isRecord(block) && BLOCK_FIELDS.some((field) => field in block);
}

/** The model is part of the URL (`modelId`). */
function request({ system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const systemTexts = system.filter((text) => text.trim() !== '');
  const specs = tools.map((tool) => ({
    toolSpec: { ...described(tool), inputSchema: { json: schemaOrNone(tool) } },
  }));
  const declared = [...specs, ...ownTools];
  return {
    ...(systemTexts.length > 0 && { system: systemTexts.map((text) => ({ text })) }),
    messages,
    ...(declared.length > 0 && { toolConfig: { tools: declared } }),
  };
}
