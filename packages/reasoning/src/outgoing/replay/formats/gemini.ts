/** Gemini's generateContent, on the Developer API and Vertex: one turn as one content of parts (providers.md §5.1). */
import type { Part, ToolCallPart, ToolResultPart } from '../../../parts/part.ts';
import { isRecord, record, type JsonRecord } from '../../../json/json.ts';
import { argumentObject } from '../common/calls.ts';
import { described } from '../common/tools.ts';
import type { AnsweredCall, ReplayTarget, RequestFrame, TargetFormat, TurnContext } from '../common/types.ts';

export const GEMINI_TARGET: TargetFormat = {
  api: 'gemini.generateContent',
  thinking: () => ({
    own: 'may',
    foreign: 'never',
    section: '§5.1',
    ruleText: 'Gemini reads its own thoughts by their signatures; the summaries may go back as they came',
  }),
  callId: () => /^[\w.:-]{1,64}$/,
  serverCalls: true,
  assistant,
  user: (texts) => ({ role: 'user', parts: texts.map((said) => ({ text: said })) }),
  results: (answered) => [
    { role: 'user', parts: answered.map((one) => ({ functionResponse: functionResponse(one) })) },
  ],
  alternates: 'parts',
  request,
};

/** Google documents this value for history that Gemini did not write: it disables the check of this signature. */
export const SKIP_VALIDATOR = 'skip_thought_signature_validator';

/** Gemini 3 and later answer 400 when the first call of a step has no signature; 2.5 does not check. */
export function needsSkipMarker({ target }: { target: ReplayTarget }, callIndex: number): boolean {
  const version = /gemini-(\d+)/i.exec(target.model ?? '')?.[1];
  return callIndex === 0 && (version === undefined || Number(version) >= 3);
}

function assistant(parts: readonly Part[], context: TurnContext): JsonRecord[] {
  // A signature in front of the call also counts: the turn is as Gemini wrote it.
  const signed = parts.some((part) => 'signature' in part && part.signature !== undefined);
  let functions = 0;
  const written = parts.flatMap((part): JsonRecord[] => {
    switch (part.kind) {
      case 'text':
        // Gemini's refusals are words about the answer, not part of it; and it accepts no empty text.
        return (context.own && part.refusal && !context.isAnswer) || (part.text === '' && part.signature === undefined)
          ? []
          : [{ ...part.extra, text: part.text, ...signatureOf(part) }];
      case 'reasoning':
        return [{ ...part.extra, text: part.text, thought: true, ...signatureOf(part) }];
      case 'hidden':
        // The signature that came on a part without text.
        return part.signature === undefined ? [] : [{ ...part.extra, text: '', ...signatureOf(part) }];
      case 'tool_call': {
        if (part.type !== 'function') return [{ ...part.extra, ...serverCall(part), ...signatureOf(part) }];
        const marker = !signed && needsSkipMarker(context, functions);
        functions += 1;
        return [{ functionCall: functionCall(part, context), ...(marker ? skipMarker(context) : signatureOf(part)) }];
      }
      case 'tool_result':
        return [{ ...serverResult(part, parts), ...signatureOf(part) }];
      default:
        return [];
    }
  });
  return written.length === 0 ? [] : [{ role: 'model', parts: written }];
}

function signatureOf({ signature }: { signature?: string }): JsonRecord {
  return signature === undefined ? {} : { thoughtSignature: signature };
}

function skipMarker({ note }: TurnContext): JsonRecord {
  note('seal.skip-validator', '§5.1', 'the first call of the turn carries the marker for history of others');
  return { thoughtSignature: SKIP_VALIDATOR };
}

/** Ids are optional here, and Vertex has none: only those from Gemini are sent back; order identifies the rest. */
function functionCall(call: ToolCallPart, context: TurnContext): JsonRecord {
  const id = context.own && !call.idGenerated ? { id: context.idOf(call) } : {};
  return { ...id, name: call.name, args: argumentObject(call) };
}

/** `executableCode`, and `toolCall` of server-side tools. */
function serverCall(call: ToolCallPart): JsonRecord {
  const id = call.idGenerated ? {} : { id: call.id };
  if (call.itemType !== 'toolCall') return { [call.itemType]: { ...id, ...record(call.arguments) } };
  const args = argumentObject(call);
  return { toolCall: { ...id, toolType: call.name, ...(Object.keys(args).length > 0 && { args }) } };
}

function serverResult(answer: ToolResultPart, parts: readonly Part[]): JsonRecord {
  const call = parts.find((part) => part.kind === 'tool_call' && part.id === answer.callId);
  const matchingCall = call?.kind === 'tool_call' ? call : undefined;
  const id = !matchingCall || matchingCall.idGenerated ? {} : { id: matchingCall.id };
  if (matchingCall?.itemType === 'toolCall') {
    return { toolResponse: { ...id, toolType: matchingCall.name, response: answer.result } };
  }
  return { codeExecutionResult: { ...id, ...record(answer.result) } };
}

/** `response` is an object: results get the name `output`, failures `error`, as Google's own clients name them. */
function functionResponse({ call, id, own, result, isError }: AnsweredCall): JsonRecord {
  const idField = own && !call.idGenerated ? { id } : {};
  const response = isRecord(result) && !isError ? result : { [isError ? 'error' : 'output']: result ?? '' };
  return { ...idField, name: call.name, response };
}

/**
 * The model is part of the URL. Functions share one tool; a schema without properties is left out, because Gemini
 * refuses an empty one.
 */
function request({ system, messages, tools, ownTools }: RequestFrame): JsonRecord {
  const functionDeclarations = tools.map((tool) => {
    const some = Object.keys(record(tool.parameters?.properties)).length > 0;
    return { ...described(tool), ...(some && { parametersJsonSchema: tool.parameters }) };
  });
  const declared = [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...ownTools];
  return {
    ...(system.length > 0 && { systemInstruction: { parts: system.map((text) => ({ text })) } }),
    contents: messages,
    ...(declared.length > 0 && { tools: declared }),
  };
}
