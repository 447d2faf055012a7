/** One step of an interaction, from an answer or a request's input, to our parts (providers.md §5.2). */
import { optionalFlag } from '../../parts/call-status.ts';
import type { Part, ReasoningFormat, Seal, ToolCallPart, ToolType } from '../../parts/part.ts';
import { otherFields, sealOf } from '../../parts/seal.ts';
import { oneOrMore } from './gemini-names.ts';
import { filled, isCutJson, parseArguments, text, type JsonRecord } from '../../json/json.ts';
import { otherPart, plainResult } from '../request-messages.ts';

/** A step as far as it arrived. */
export interface Step {
  content: JsonRecord;
  /** Pieces of the summary of a thought, or of a text. */
  streamedText: string;
  /** Pieces of the JSON text of a call's arguments. */
  argumentText: string;
  closed: boolean;
}

export interface StepContext {
  format: ReasoningFormat;
  /** The body broke off. */
  cut: boolean;
  /** Makes ids for calls without one. */
  newId: () => string;
}

export function wholeStep(content: JsonRecord): Step {
  return { content, streamedText: '', argumentText: '', closed: true };
}

export function stepsToParts(steps: readonly Step[], context: StepContext): Part[] {
  let run = 0;
  return steps.flatMap((step, index): Part[] => {
    // Until May 2026 texts were among the steps; neighboring ones are one text.
    if (step.content.type !== 'text' || steps[index - 1]?.content.type !== 'text') run = index;
    return stepParts(step, String(run), context);
  });
}

function stepParts(step: Step, key: string, context: StepContext): Part[] {
  const { content } = step;
  const type = text(content.type) ?? '';
  if (type === 'thought') return thoughtParts(step, key, context);
  if (type === 'text') return textParts([], (text(content.text) ?? '') + step.streamedText, key);
  if (type === 'model_output' || type === 'user_input')
    return textParts(oneOrMore(content.content), step.streamedText, key);
  if (type.endsWith('_call')) return [callPart(step, type, context)];
  if (type.endsWith('_result')) return [resultPart(content, type)];
  return [{ kind: 'other', providerType: type }];
}

/** Deltas do not separate the parts of a summary, so a step is one block. */
function thoughtParts(step: Step, key: string, { format, cut }: StepContext): Part[] {
  const pieces = oneOrMore(step.content.summary).map((piece) => text(piece.text) ?? '');
  const summary = pieces.join('') + step.streamedText;
  const seal = sealOf({ signature: filled(step.content.signature) });
  if (summary.trim() === '') {
    return seal.signature === undefined
      ? []
      : [{ kind: 'hidden', key, encrypted: false, format, field: 'signature', ...seal }];
  }
  const open = cut && !step.closed ? { incomplete: true } : {};
  return [{ kind: 'reasoning', key, text: summary, format, field: 'summary', ...seal, ...open }];
}

function textParts(blocks: readonly JsonRecord[], streamed: string, key: string): Part[] {
  const parts: Part[] = [];
  const write = (piece: string) => {
    const last = parts.at(-1);
    if (last?.kind === 'text') last.text += piece;
    else if (piece !== '') parts.push({ kind: 'text', key, text: piece });
  };
  for (const block of blocks) {
    if (typeof block.text === 'string') write(block.text);
    else parts.push(otherPart(block, 'unknown'));
  }
  write(streamed);
  return parts;
}

const CALL_FIELDS = new Set(['type', 'id', 'name', 'arguments', 'signature']);

function callPart(step: Step, type: string, context: StepContext): ToolCallPart {
  const { content, closed } = step;
  const id = filled(content.id);
  const source = step.argumentText.trim() === '' ? content.arguments : step.argumentText;
  const incomplete = context.cut && (!closed || isCutJson(source));
  return {
    kind: 'tool_call',
    id: id ?? context.newId(),
    ...(id === undefined && { idGenerated: true }),
    name: filled(content.name) ?? type,
    arguments: parseArguments(source),
    itemType: type,
    type: toolType(type),
    ...callSeal(content),
    ...(incomplete && { incomplete }),
  };
}

/** `server_name`, `search_type` and the like belong to the call but have no field in our part. */
function callSeal(content: JsonRecord): Seal {
  return sealOf({ signature: filled(content.signature), extra: otherFields(content, CALL_FIELDS) });
}

function toolType(type: string): ToolType {
  if (type === 'function_call') return 'function';
  return type.startsWith('mcp_') ? 'mcp' : 'server';
}

function resultPart(content: JsonRecord, type: string): Part {
  const callId = filled(content.call_id);
  if (callId === undefined) return { kind: 'other', providerType: type };
  const name = filled(content.name);
  return {
    kind: 'tool_result',
    callId,
    ...(name !== undefined && { name }),
    result: plainResult(content.result),
    ...optionalFlag(content.is_error, content.result),
    ...sealOf({ signature: filled(content.signature) }),
  };
}
