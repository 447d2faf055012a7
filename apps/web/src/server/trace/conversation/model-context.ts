/**
 * The context of a generation: system prompt, tools and messages of its request as figures and previews, and the
 * messages that are new since the generation before. Texts are read a piece at a time (context-text.ts).
 */
import { traceGenerations, type Sql, type TraceGenerationRow, type TraceKey } from '@subtext/db';
import type { Lack } from '@subtext/conventions';
import { readOne } from '@subtext/generations';
import type { Message, Part, TracedGeneration } from '@subtext/reasoning';
import { jsonOf, partText } from './part-text.ts';
import { shownMedia, type ShownMedia } from './shown-media.ts';

/** The number of earlier generations among which the predecessor is searched. */
const NEAREST = 50;
const MESSAGES_PER_PAGE = 200;
const PARTS_PER_MESSAGE = 20;
const MAX_TOOLS = 200;
const PREVIEW = 160;

export interface ContextPart {
  kind: Part['kind'];
  /** The name of a tool, or the type of an unknown block. */
  name: string | null;
  characters: number;
  preview: string;
  failed: boolean;
  /** The images, audio and files of a block or of a tool's result, without their bytes. */
  media: ShownMedia[];
}

export interface ContextMessage {
  index: number;
  role: string;
  isNew: boolean;
  characters: number;
  parts: ContextPart[];
  /** The number of parts that are not listed. */
  more: number;
}

export interface ModelContext {
  /** The generation before, to which new messages are relative; null for the first. */
  before: string | null;
  /** The request continues a stored response: the provider keeps the earlier messages, which are not in the request. */
  continues: boolean;
  inputTokens: number | null;
  /** The characters of the whole request, as far as it was recorded. */
  totalCharacters: number;
  system: { characters: number; preview: string }[];
  tools: { name: string; characters: number }[];
  toolCount: number;
  toolCharacters: number;
  messageCount: number;
  newCount: number;
  /** From `offset` on, at most 200. */
  messages: ContextMessage[];
  lacks: Lack[];
}

/**
 * The context of the model's response, and the messages that are new since the generation before; undefined when the
 * span is not a generation.
 */
export async function modelContext(
  sql: Sql,
  key: TraceKey,
  { spanId, offset }: { spanId: string; offset: number },
): Promise<ModelContext | undefined> {
  const rows = await traceGenerations(sql, key, { spanId, limit: NEAREST });
  const row = rows.at(-1);
  if (!row) return undefined;
  const { generation, lacks } = await readOne(sql, key, row);
  const before = generationBefore(rows, row);
  const earlier = before && (await readOne(sql, key, before)).generation;
  const continues = generation.previousResponseId !== undefined;
  const known = earlier && !continues ? commonMessages(earlier.messages, generation.messages) : 0;
  const sized = generation.messages.map((message, index) => seenMessage(message, index, index >= known));
  return {
    before: before?.spanId ?? null,
    continues,
    inputTokens: row.inputTokens,
    ...frameOf(generation, sized),
    messageCount: sized.length,
    newCount: sized.length - known,
    messages: sized.slice(offset, offset + MESSAGES_PER_PAGE),
    lacks: lacks.filter(({ what }) => what !== 'output'),
  };
}

/** Prefers the same run, because sub-agents have a context of their own. */
function generationBefore(
  rows: readonly TraceGenerationRow[],
  row: TraceGenerationRow,
): TraceGenerationRow | undefined {
  const earlier = rows.slice(0, -1);
  return earlier.findLast(({ parentId }) => parentId === row.parentId) ?? earlier.at(-1);
}

/** The number of equal messages at the beginning of both. */
function commonMessages(before: readonly Message[], after: readonly Message[]): number {
  const differs = after.findIndex((message, index) => !isSame(before[index], message));
  return differs < 0 ? after.length : differs;
}

function isSame(a: Message | undefined, b: Message): boolean {
  return a !== undefined && a.role === b.role && jsonOf(a.parts) === jsonOf(b.parts);
}

type Frame = Pick<ModelContext, 'totalCharacters' | 'system' | 'tools' | 'toolCount' | 'toolCharacters'>;

function frameOf({ system = [], toolDefinitions = [] }: TracedGeneration, messages: readonly ContextMessage[]): Frame {
  const tools = toolDefinitions.map((definition) => ({
    name: toolName(definition),
    characters: jsonOf(definition).length,
  }));
  const toolCharacters = sum(tools.map(({ characters }) => characters));
  const systemCharacters = sum(system.map((text) => text.length));
  return {
    totalCharacters: systemCharacters + toolCharacters + sum(messages.map(({ characters }) => characters)),
    system: system.map((text) => ({ characters: text.length, preview: previewOf(text) })),
    tools: tools.slice(0, MAX_TOOLS),
    toolCount: tools.length,
    toolCharacters,
  };
}

function seenMessage({ role, parts }: Message, index: number, isNew: boolean): ContextMessage {
  const seen = parts.map(seenPart);
  return {
    index,
    role: role.slice(0, 40),
    isNew,
    characters: sum(seen.map(({ characters }) => characters)),
    parts: seen.slice(0, PARTS_PER_MESSAGE),
    more: Math.max(0, seen.length - PARTS_PER_MESSAGE),
  };
}

function seenPart(part: Part): ContextPart {
  const text = partText(part);
  const failed = part.kind === 'tool_result' && part.isError === true;
  const [name, preview, media] = [nameOf(part), previewOf(text), shownMedia(part)];
  return { kind: part.kind, name, characters: text.length, preview, failed, media };
}

function nameOf(part: Part): string | null {
  if (part.kind === 'tool_call' || part.kind === 'tool_result') return part.name?.slice(0, 200) ?? null;
  return part.kind === 'other' ? `${part.providerType.slice(0, 200)}${lengthOf(part.durationMs)}` : null;
}

const lengthOf = (milliseconds: number | undefined): string =>
  milliseconds === undefined ? '' : `, ${(milliseconds / 1_000).toFixed(1)} s`;

const previewOf = (text: string): string =>
  text
    .slice(0, PREVIEW * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)
    .toWellFormed();

function toolName(definition: unknown): string {
  const [outer, inner] = [fields(definition), fields(fields(definition).function ?? fields(definition).toolSpec)];
  const declared = outer.functionDeclarations;
  if (Array.isArray(declared))
    return declared
      .map((one) => String(fields(one).name))
      .join(', ')
      .slice(0, 200);
  const name = inner.name ?? outer.name ?? outer.type ?? '?';
  return typeof name === 'string' ? name.slice(0, 200) : '?';
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
