/** One choice of a chat completion: deltas (or the one whole message) to parts. The middle of openai-chat.ts. */
import type { OtherPart, Part } from '../../parts/part.ts';
import { sealOf } from '../../parts/seal.ts';
import {
  chooseSource,
  chunkPieces,
  isFlagged,
  thinkingPieces,
  type ReasoningSource,
  type ServerCallPiece,
  type SourceText,
  type ThinkingPiece,
} from './chat-reasoning-fields.ts';
import {
  executedTools,
  openCallBook,
  takeToolCalls,
  toolCallPart,
  type CallBook,
  type ExecutedTool,
} from './chat-tool-calls.ts';
import { filled, parseArguments, record, records, text, type JsonRecord } from '../../json/json.ts';
import { base64Bytes } from '../../media/base64.ts';
import type { Media } from '../../media/media.ts';
import { withoutMirroredTags } from './chat-mirror.ts';
import type { Entry, ExecutedEntry, TextEntry } from './chat-entries.ts';
import { withCutThought } from '../cut-thought.ts';
import { otherPart } from '../request-messages.ts';
import { splitThinkTags } from '../think-tags.ts';

export interface ChoiceInProgress {
  index: number;
  entries: Entry[];
  calls: CallBook;
  /** Tools that the host executed at an unknown time (Groq), by index. */
  executed: Map<unknown, ExecutedTool>;
  /** Tools that are listed among the thoughts (OpenRouter), by key. */
  served: Map<string | symbol, ExecutedEntry>;
  /** What the model drew (OpenRouter) or said (gpt-audio), whole, beside the text. */
  media: OtherPart[];
  /** The length of audio that came in pieces. Only the whole can be played, and a stream sends samples without a header. */
  audioBytes: number;
  /** The delta number of each source's first text. */
  firstAt: Map<ReasoningSource, number>;
  deltas: number;
  finishReason?: string;
}

export function openChoice(index: number): ChoiceInProgress {
  return {
    index,
    entries: [],
    calls: openCallBook(),
    executed: new Map(),
    served: new Map(),
    media: [],
    audioBytes: 0,
    firstAt: new Map(),
    deltas: 0,
  };
}

/**
 * Within one delta the order is reasoning, tools executed by the host, text, calls. `streamed`: it is a piece of a
 * message, not the whole.
 */
export function takeDelta(choice: ChoiceInProgress, delta: JsonRecord, streamed = false): void {
  for (const piece of thinkingPieces(delta)) takePiece(choice, piece);
  for (const tool of executedTools(delta)) takeExecuted(choice, tool);
  takeContent(choice, delta, streamed && isFlagged(delta));
  for (const call of takeToolCalls(choice.calls, delta)) choice.entries.push({ kind: 'call', call });
  for (const image of records(delta.images)) choice.media.push(otherPart(image, 'image'));
  takeAudio(choice, text(record(delta.audio).data) ?? '', streamed);
  choice.deltas += 1;
}

function takeAudio(choice: ChoiceInProgress, data: string, streamed: boolean): void {
  if (streamed) choice.audioBytes += base64Bytes(data);
  else if (data !== '') choice.media.push(otherPart({ data }, 'audio'));
}

function takePiece(choice: ChoiceInProgress, piece: ThinkingPiece): void {
  if (piece.kind === 'server_call') {
    takeServerCall(choice, piece);
    return;
  }
  if (piece.kind !== 'reasoning') {
    choice.entries.push(piece);
    return;
  }
  if (piece.text.trim() !== '' && !choice.firstAt.has(piece.source)) choice.firstAt.set(piece.source, choice.deltas);
  const open = openBlock(choice, piece.source, piece.block);
  if (open) {
    open.text += piece.text;
    // The signature closes the block: the next text of this source starts another.
    open.seal = { ...open.seal, ...piece.seal, extra: { ...piece.seal.extra, ...open.seal.extra } };
  } else if (piece.text !== '') choice.entries.push({ ...piece });
  // A signature without text: the display was omitted, but the thinking took place.
  else if (piece.seal.signature !== undefined)
    choice.entries.push({ kind: 'hidden', encrypted: false, field: piece.source, seal: piece.seal });
}

/** The open block of this source; text or a call since then has ended it. */
function openBlock(choice: ChoiceInProgress, source: ReasoningSource, block: string) {
  for (let at = choice.entries.length - 1; at >= 0; at -= 1) {
    const entry = choice.entries[at];
    if (!entry) break;
    if (entry.kind === 'reasoning' && entry.source === source) {
      return entry.block === block && entry.seal.signature === undefined ? entry : undefined;
    }
    if (entry.kind === 'text' || entry.kind === 'call' || entry.kind === 'executed') return undefined;
    if ((entry.kind === 'redacted' || entry.kind === 'hidden') && entry.field === source) return undefined;
  }
  return undefined;
}

/** Server calls with one key are one call, reported again when it has its result. */
function takeServerCall(choice: ChoiceInProgress, piece: ServerCallPiece): void {
  const { block, name, seal, result: output } = piece;
  const tool: ExecutedTool = { index: block, name, arguments: parseArguments(piece.arguments), output, seal };
  const existing = choice.served.get(block);
  if (existing) existing.tool = { ...tool, output: output ?? existing.tool.output };
  else {
    const entry = { kind: 'executed' as const, tool };
    choice.served.set(block, entry);
    choice.entries.push(entry);
  }
}

function takeExecuted(choice: ChoiceInProgress, tool: ExecutedTool): void {
  const output = tool.output ?? choice.executed.get(tool.index)?.output;
  choice.executed.set(tool.index, { ...tool, output });
}

/** After the thoughts, before the text (providers.md §9). */
function withExecuted(entries: readonly Entry[], executed: ReadonlyMap<unknown, ExecutedTool>): readonly Entry[] {
  if (executed.size === 0) return entries;
  const spoken = entries.findIndex((entry) => entry.kind === 'text' || entry.kind === 'call');
  const at = spoken < 0 ? entries.length : spoken;
  return [
    ...entries.slice(0, at),
    ...Array.from(executed.values(), (tool): Entry => ({ kind: 'executed', tool })),
    ...entries.slice(at),
  ];
}

/** A list of chunks may hold thinking between its texts (Mistral), in the model's order. */
function takeContent(choice: ChoiceInProgress, delta: JsonRecord, flagged: boolean): void {
  const { content } = delta;
  if (typeof content === 'string') append(choice, content, { refusal: false, flagged });
  for (const chunk of records(content)) {
    const pieces = chunkPieces(chunk);
    for (const piece of pieces) takePiece(choice, piece);
    if (pieces.length > 0) continue;
    if (chunk.type === 'refusal') append(choice, text(chunk.refusal) ?? '', { refusal: true, flagged: false });
    else append(choice, text(chunk.text) ?? '', { refusal: false, flagged });
  }
  append(choice, text(delta.refusal) ?? '', { refusal: true, flagged: false });
  // Models that speak send the words beside the audio.
  if (content === undefined || content === null)
    append(choice, text(record(delta.audio).transcript) ?? '', { refusal: false, flagged: false });
}

/** A thought after a text begins a new run, so that its tag is at the start. */
function append(
  choice: ChoiceInProgress,
  piece: string,
  { refusal, flagged }: { refusal: boolean; flagged: boolean },
): void {
  if (piece === '') return;
  const last = choice.entries.at(-1);
  const goesOn = last?.kind === 'text' && last.refusal === refusal && (!flagged || last.flagged === last.text.length);
  if (!goesOn) {
    choice.entries.push({ kind: 'text', text: piece, refusal, flagged: flagged ? piece.length : 0 });
    return;
  }
  last.text += piece;
  if (flagged) last.flagged = last.text.length;
}

export interface ChoiceContext {
  /** The model returns summaries as thinking. */
  summarises: boolean;
  incomplete: boolean;
}

export function choiceParts(choice: ChoiceInProgress, context: ChoiceContext): Part[] {
  const sources = sourceTexts(choice);
  const source = chooseSource(sources);
  const fieldText = sources.find((candidate) => candidate.source === source)?.text;
  const lastCall = choice.entries.findLast((entry) => entry.kind === 'call');
  const summarises = context.summarises || choice.entries.some(isSummarised);
  const parts = withExecuted(withoutMirroredTags(choice.entries, source), choice.executed).flatMap(
    (entry, index): Part[] => {
      const key = String(index);
      switch (entry.kind) {
        case 'reasoning': {
          if (entry.source !== source) return [];
          const format = summarises ? 'summary' : entry.format;
          return [{ kind: 'reasoning', key, text: entry.text, format, field: entry.source, ...sealOf(entry.seal) }];
        }
        case 'redacted':
        case 'hidden': {
          const { seal, ...silent } = entry;
          return [{ ...silent, key, format: 'parsed', ...seal }];
        }
        case 'text':
          return textParts(entry, { key, fieldText, summarises });
        case 'call':
          return [toolCallPart(entry.call, { broken: context.incomplete, isLast: entry === lastCall })];
        case 'executed':
          return executedParts(entry.tool);
      }
    },
  );
  const deduplicated = parts.some((part) => part.kind === 'reasoning') ? parts.flatMap(besideText) : parts;
  const read = withCutThought(deduplicated, { broken: context.incomplete, limit: false });
  const media = mediaParts(choice);
  return media.length === 0 ? read : [...read, ...media];
}

function mediaParts({ media, audioBytes }: ChoiceInProgress): OtherPart[] {
  if (audioBytes === 0) return media;
  const audio: Media = { kind: 'audio', bytes: audioBytes, omitted: 'type' };
  return [...media, { kind: 'other', providerType: 'audio', media: audio }];
}

/**
 * Qwen with `thinking_display: summarized` sends the thinking encrypted beside its summary, or after it in a stream.
 */
function isSummarised(entry: Entry): boolean {
  return entry.kind === 'hidden' && entry.field === 'encrypted_content';
}

/** Next to readable thinking, an opaque form of it is not another thought. */
function besideText(part: Part): Part[] {
  if (part.kind !== 'hidden') return [part];
  const sealed = part.signature !== undefined || part.data !== undefined || part.extra !== undefined;
  return sealed ? [{ ...part, beside: true }] : [];
}

function sourceTexts(choice: ChoiceInProgress): SourceText[] {
  return [...choice.firstAt].map(([source, firstAt]) => {
    const runs = choice.entries.filter((entry) => entry.kind === 'reasoning' && entry.source === source);
    return { source, firstAt, text: runs.map((run) => (run.kind === 'reasoning' ? run.text : '')).join('') };
  });
}

interface TextContext {
  key: string;
  fieldText: string | undefined;
  summarises: boolean;
}

/** Tags count only when no field holds the thinking. */
function textParts(entry: TextEntry, context: TextContext): Part[] {
  const { key, fieldText } = context;
  if (entry.refusal) return [{ kind: 'text', key, text: entry.text, refusal: true }];
  const segments = splitThinkTags(entry.text);
  const tagged = segments.filter((segment) => segment.kind === 'reasoning');
  if (tagged.length === 0 && fieldText === undefined && entry.flagged > 0) return flaggedParts(entry, context);
  if (fieldText !== undefined) return [{ kind: 'text', key, text: entry.text }];
  // Nothing between the tags: models write this when thinking is switched off.
  if (tagged.length === 0) return segments.map(({ text: segmentText }) => ({ kind: 'text', key, text: segmentText }));
  return segments.flatMap((segment, index): Part[] => {
    const segmentKey = `${key}/${index}`;
    if (segment.kind === 'text') return [{ kind: 'text', key: segmentKey, text: segment.text }];
    const format = context.summarises ? 'summary' : 'think_tags';
    const cut = segment.incomplete ? { incomplete: true } : {};
    const { open, close } = segment;
    const around = sealOf({ extra: { open, close } });
    return [{ kind: 'reasoning', key: segmentKey, text: segment.text, format, field: 'content', ...around, ...cut }];
  });
}

/** Some proxies remove the opening tag, or both tags, and leave the flag. */
function flaggedParts({ text: content, flagged }: TextEntry, { key, summarises }: TextContext): Part[] {
  const [thought, answer] = [content.slice(0, flagged), content.slice(flagged).replace(/^\s*<\/thought>/, '')];
  const format = summarises ? 'summary' : 'parsed';
  const parts: Part[] = [{ kind: 'reasoning', key: `${key}/0`, text: thought, format, field: 'content' }];
  if (answer !== '') parts.push({ kind: 'text', key: `${key}/1`, text: answer });
  return parts;
}

function executedParts(tool: ExecutedTool): Part[] {
  const id = `call_${globalThis.crypto.randomUUID()}`;
  const { name, output } = tool;
  const call: Part = {
    kind: 'tool_call',
    id,
    idGenerated: true,
    name,
    arguments: tool.arguments,
    itemType: 'executed_tool',
    type: 'server',
    ...tool.seal,
  };
  return output === undefined || output === null ? [call] : [call, { kind: 'tool_result', callId: id, result: output }];
}

/** Blank finish reasons (Snowflake) mean nothing. */
export function takeFinishReason(choice: ChoiceInProgress, reason: unknown): void {
  const filledReason = filled(reason);
  if (filledReason !== undefined) choice.finishReason = filledReason;
}
