/** Gemini's Interactions API without its server-side state: one turn as steps of `input` (providers.md §5.2). */
import type { Part, ToolCallPart, ToolResultPart } from '../../../parts/part.ts';
import { isRecord, type JsonRecord } from '../../../json/json.ts';
import { isThinking, type ThinkingPart } from '../common/thoughts.ts';
import { argumentObject, resultText } from '../common/calls.ts';
import { functionTool } from '../common/tools.ts';
import type { AnsweredCall, RequestFrame, TargetFormat, TurnContext } from '../common/types.ts';

export const INTERACTIONS_TARGET: TargetFormat = {
  api: 'gemini.interactions',
  thinking: () => ({
    own: 'in_loop',
    foreign: 'never',
    section: '§5.2',
    ruleText: 'thought steps go back with their signatures, in place',
  }),
  callId: () => /^[\w.:-]{1,64}$/,
  serverCalls: true,
  assistant,
  user: (texts) => ({ type: 'user_input', content: texts.map((said) => ({ type: 'text', text: said })) }),
  results: (answered) => answered.map(resultStep),
  request,
};

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  const steps: JsonRecord[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    if (!part) continue;
    if (isThinking(part)) {
      const run = thoughtRun(parts, at);
      steps.push(thoughtStep(run));
      at += run.length - 1;
    } else if (part.kind === 'text') {
      steps.push({ type: 'model_output', content: [{ ...part.extra, type: 'text', text: part.text }] });
    } else if (part.kind === 'tool_call') {
      steps.push(callStep(part, context));
    } else if (part.kind === 'tool_result') {
      steps.push(...serverResult(part, parts));
    }
  }
  return steps;
}

/** Neighboring blocks of one thought: its signature is on the first or the last of them. */
function thoughtRun(parts: readonly Part[], from: number): ThinkingPart[] {
  const run: ThinkingPart[] = [];
  for (const part of parts.slice(from)) {
    const [first] = run;
    if (!isThinking(part) || (first && first.key.split('/')[0] !== part.key.split('/')[0])) break;
    run.push(part);
  }
  return run;
}

function thoughtStep(run: readonly ThinkingPart[]): JsonRecord {
  const signature = run.find((part) => part.signature !== undefined)?.signature;
  const summary = run.flatMap((part) => (part.kind === 'reasoning' ? [{ type: 'text', text: part.text }] : []));
  return {
    ...run[0]?.extra,
    type: 'thought',
    ...(signature !== undefined && { signature }),
    ...(summary.length > 0 && { summary }),
  };
}

function callStep(call: ToolCallPart, context: TurnContext): JsonRecord {
  const id = context.idOf(call);
  const signature = call.signature === undefined ? {} : { signature: call.signature };
  const type = call.type === 'function' ? 'function_call' : call.itemType;
  const name = call.name === type ? {} : { name: call.name };
  return { ...call.extra, type, id, ...name, arguments: argumentObject(call), ...signature };
}

/** `code_execution_call` is answered by `code_execution_result`. */
function serverResult(answer: ToolResultPart, parts: readonly Part[]): JsonRecord[] {
  const call = parts.find((part) => part.kind === 'tool_call' && part.id === answer.callId);
  if (call?.kind !== 'tool_call') return [];
  const type = call.itemType.replace(/_call$/, '_result');
  const failed = answer.isError ? { is_error: true } : {};
  const signed = answer.signature === undefined ? {} : { signature: answer.signature };
  return [{ type, call_id: call.id, result: answer.result, ...failed, ...signed }];
}

function resultStep({ call, id, result, isError }: AnsweredCall): JsonRecord {
  const resultValue = isRecord(result) ? result : resultText(result);
  return {
    type: 'function_result',
    call_id: id,
    name: call.name,
    result: resultValue,
    ...(isError && { is_error: true }),
  };
}

function request({ target, system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const declared = [...tools.map((tool) => ({ type: 'function', ...functionTool(tool) })), ...ownTools];
  return {
    ...(target.model !== undefined && { model: target.model }),
    ...(system.length > 0 && { system_instruction: system.join('\n\n') }),
    input: messages,
    ...(declared.length > 0 && { tools: declared }),
  };
}
