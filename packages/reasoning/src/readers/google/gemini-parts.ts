/**
 * Converts the parts of one candidate, or of one request message, to ours (providers.md §5.1). Streamed parts hold only
 * what is new, so the pieces of a run are joined. A part with a signature stays separate, because it must be sent back
 * unchanged.
 */
import type { Part, ReasoningFormat, TextPart, ToolCallPart } from '../../parts/part.ts';
import { sealOf } from '../../parts/seal.ts';
import { addPartialArguments } from './gemini-arguments.ts';
import { camelCased } from './gemini-names.ts';
import { filled, isRecord, parseArguments, record, text, type JsonRecord } from '../../json/json.ts';
import { otherPart } from '../request-messages.ts';

export interface PartsInProgress {
  parts: Part[];
  /**
   * Streams have no borders between blocks: neighboring thought parts are one. In a whole body, each thought part is a
   * block.
   */
  streamed: boolean;
  format: ReasoningFormat;
  newId: () => string;
  /** Its arguments come in pieces, and more are expected. */
  openCall?: ToolCallPart & { arguments: JsonRecord };
  /** Ids of the latest calls of the provider's tools, by name: results without an id follow them. */
  latest: Map<unknown, string>;
}

type PartsOptions = Pick<PartsInProgress, 'streamed' | 'format' | 'newId'>;

export function openParts(how: PartsOptions): PartsInProgress {
  return { parts: [], latest: new Map(), ...how };
}

/** Gemini's thoughts are summaries of the thinking. Gemma sends the full thinking (seen on the wire of gemma-4). */
export function thoughtFormat(model: string | undefined): ReasoningFormat {
  return model !== undefined && /gemma/i.test(model) ? 'parsed' : 'summary';
}

/** A single part as other senders write it into their spans; undefined when it has none of Gemini's own fields. */
export function lonePart(source: JsonRecord, how: Omit<PartsOptions, 'streamed'>): Part | undefined {
  const part = camelCased(source);
  if (!TAKERS.some(([field]) => isRecord(part[field]))) return undefined;
  const progress = openParts({ ...how, streamed: false });
  takePart(progress, part);
  return progress.parts[0];
}

/** Kinds of content with a field of their own; anything else in a part is media, or unknown. */
const TAKERS: readonly [
  field: string,
  take: (progress: PartsInProgress, content: JsonRecord, part: JsonRecord) => void,
][] = [
  ['functionCall', takeCall],
  ['executableCode', takeCode],
  ['codeExecutionResult', takeCodeResult],
  ['toolCall', takeServerCall],
  ['toolResponse', takeServerResult],
  ['functionResponse', takeResult],
];

export function takePart(progress: PartsInProgress, source: JsonRecord): void {
  const part = camelCased(source);
  const taker = TAKERS.find(([field]) => isRecord(part[field]));
  if (taker?.[0] !== 'functionCall' && part.text !== '') delete progress.openCall;
  if (taker) return taker[1](progress, record(part[taker[0]]), part);
  if (typeof part.text === 'string') return takeText(progress, part, part.text);
  const contentField = Object.entries(part).find(([name, value]) => !METADATA_FIELDS.has(name) && value !== null);
  const other = contentField?.[0];
  if (other !== undefined) progress.parts.push(otherPart({ ...part, type: other }, ''));
  else if (filled(part.thoughtSignature) !== undefined) takeText(progress, part, '');
}

/** Fields that describe a part and are not content. */
const METADATA_FIELDS: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'partMetadata',
  'videoMetadata',
  'mediaResolution',
  'speechMetadata',
  'mediaProcessing',
  'text',
]);

function takeText(progress: PartsInProgress, part: JsonRecord, content: string): void {
  const seal = sealOf({ signature: filled(part.thoughtSignature) });
  const kind = part.thought === true ? 'reasoning' : 'text';
  const last = progress.parts.at(-1);
  const goesOn = last?.kind === kind && (kind === 'text' || progress.streamed) ? last : undefined;
  if (content === '' && seal.signature === undefined) return;
  if (goesOn && seal.signature === undefined && goesOn.signature === undefined) {
    goesOn.text += content;
    return;
  }
  const key = goesOn?.key ?? String(progress.parts.length);
  const { format } = progress;
  // A signature alone: the thinking took place.
  if (content === '' && !goesOn)
    progress.parts.push({ kind: 'hidden', key, encrypted: false, format, field: 'thoughtSignature', ...seal });
  else if (kind === 'text') progress.parts.push({ kind, key, text: content, ...seal });
  else progress.parts.push({ kind, key, text: content, format, field: 'thought', ...seal });
}

/**
 * With `willContinue`, nameless calls bring more of the arguments; one that adds nothing ends the call. Some streams
 * leave the end out.
 */
function takeCall(progress: PartsInProgress, source: JsonRecord, part: JsonRecord): void {
  const call = camelCased(source);
  const name = filled(call.name);
  const open = progress.openCall;
  const more = name === undefined || (name === open?.name && Array.isArray(call.partialArgs));
  if (open && more) {
    extendCall(open, call);
    Object.assign(open, sealOf({ signature: open.signature ?? filled(part.thoughtSignature) }));
    if (call.willContinue !== true) delete progress.openCall;
    return;
  }
  delete progress.openCall;
  if (name === undefined && !isRecord(call.args)) return;
  const added = callPart(progress, { id: call.id, name: name ?? '', itemType: 'functionCall', type: 'function' }, part);
  added.arguments = parseArguments(call.args ?? call.arguments);
  if (call.willContinue === true || Array.isArray(call.partialArgs)) {
    const startedCall = Object.assign(added, { arguments: { ...record(call.args) } });
    extendCall(startedCall, call);
    if (call.willContinue === true) progress.openCall = startedCall;
  }
}

function extendCall(open: ToolCallPart & { arguments: JsonRecord }, call: JsonRecord): void {
  if (!addPartialArguments(open.arguments, call.partialArgs)) open.incomplete = true;
  if (isRecord(call.args)) open.arguments = { ...open.arguments, ...call.args };
}

function callPart(
  progress: PartsInProgress,
  fields: Pick<ToolCallPart, 'name' | 'itemType' | 'type'> & { id: unknown },
  part: JsonRecord,
): ToolCallPart {
  const { name, itemType, type } = fields;
  const id = filled(fields.id);
  const added: ToolCallPart = {
    kind: 'tool_call',
    id: id ?? progress.newId(),
    ...(id === undefined && { idGenerated: true }),
    name,
    arguments: {},
    itemType,
    type,
    ...sealOf({ signature: filled(part.thoughtSignature) }),
  };
  progress.parts.push(added);
  if (type === 'server') progress.latest.set(name, added.id);
  return added;
}

function takeCode(progress: PartsInProgress, code: JsonRecord, part: JsonRecord): void {
  const { id, ...said } = code;
  const field = 'executableCode';
  callPart(progress, { id, name: field, itemType: field, type: 'server' }, part).arguments = said;
}

/**
 * The result names its code only when that has an id; otherwise it follows the code. One run may have several: output
 * and error.
 */
function takeCodeResult(progress: PartsInProgress, content: JsonRecord, part: JsonRecord): void {
  const { id, ...result } = content;
  const callId = filled(id) ?? progress.latest.get('executableCode');
  if (callId === undefined) {
    progress.parts.push({ kind: 'other', providerType: 'codeExecutionResult' });
    return;
  }
  const ended = typeof result.outcome === 'string' && { isError: result.outcome !== 'OUTCOME_OK' };
  const last = progress.parts.at(-1);
  const openResult = last?.kind === 'tool_result' && last.callId === callId ? last : undefined;
  const before = openResult && record(openResult.result);
  if (before) progress.parts.pop();
  const output = (text(before?.output) ?? '') + (text(result.output) ?? '');
  progress.parts.push({
    kind: 'tool_result',
    callId,
    result: before ? { ...result, output } : result,
    ...ended,
    ...sealOf({ signature: filled(part.thoughtSignature) ?? openResult?.signature }),
  });
}

function takeServerCall(progress: PartsInProgress, source: JsonRecord, part: JsonRecord): void {
  const { id, toolType, args } = camelCased(source);
  const name = filled(toolType) ?? 'toolCall';
  callPart(progress, { id, name, itemType: 'toolCall', type: 'server' }, part).arguments = parseArguments(args);
}

function takeServerResult(progress: PartsInProgress, source: JsonRecord, part: JsonRecord): void {
  const { id, toolType, response } = camelCased(source);
  const callId = filled(id) ?? progress.latest.get(toolType);
  if (callId === undefined) progress.parts.push({ kind: 'other', providerType: 'toolResponse' });
  else {
    const seal = sealOf({ signature: filled(part.thoughtSignature) });
    progress.parts.push({ kind: 'tool_result', callId, result: response, ...seal });
  }
}

/** In a request: the caller's answer to a call. Without an id, it is matched to a call by name and order. */
function takeResult(progress: PartsInProgress, { id, name, response }: JsonRecord): void {
  const resultName = filled(name);
  progress.parts.push({
    kind: 'tool_result',
    callId: filled(id) ?? '',
    ...(resultName !== undefined && { name: resultName }),
    result: response,
    ...(isRecord(response) && response.error !== undefined && response.error !== null && { isError: true }),
  });
}

/** The parts, once the input has ended. `cut`: the answer broke off before its end. */
export function closeParts(progress: PartsInProgress, cut: boolean): Part[] {
  const last = progress.parts.at(-1);
  if (cut && progress.openCall) progress.openCall.incomplete = true;
  else if (cut && last?.kind === 'reasoning') last.incomplete = true;
  return withImpliedThinking(progress.parts);
}

/**
 * A signature on a text or a call without a preceding thought proves that there was one, unseen: a hidden part is
 * inserted in front. The signature stays where it is.
 */
export function withImpliedThinking(parts: readonly Part[]): Part[] {
  const output: Part[] = [];
  let seen = false;
  let run = 0;
  for (const part of parts) {
    const before = output.at(-1);
    if (part.kind !== 'text' || before?.kind !== 'text' || before.key !== part.key) run = output.length;
    if (isThinking(part)) seen = true;
    else if (isSealed(part) && !seen) {
      output.splice(run, 0, hiddenBefore(part, run));
      seen = true;
    }
    output.push(part);
    if (part.kind === 'tool_call') seen = false;
  }
  return output;
}

function isThinking(part: Part): boolean {
  return part.kind === 'hidden' || (part.kind === 'reasoning' && part.text.trim() !== '');
}

function isSealed(part: Part): part is TextPart | ToolCallPart {
  return (part.kind === 'text' || part.kind === 'tool_call') && part.signature !== undefined;
}

function hiddenBefore(part: TextPart | ToolCallPart, at: number): Part {
  const key = `${at}/before-${part.kind}`;
  return { kind: 'hidden', key, encrypted: false, format: 'summary', field: 'thoughtSignature' };
}
