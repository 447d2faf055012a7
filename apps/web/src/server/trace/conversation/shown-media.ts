/**
 * Images, audio and files of a model call: facts where they are listed, bytes only one by one. Nothing is fetched from
 * elsewhere.
 */
import { traceGenerations, type Sql, type TraceKey } from '@subtext/db';
import {
  mediaInResult,
  MOST_SHOWN,
  shownBytes,
  shownFacts,
  type Media,
  type MediaBytes,
  type Part,
  type ShownFacts,
} from '@subtext/reasoning';
import { readOne } from '@subtext/generations';

export interface ShownMedia extends ShownFacts {
  durationMs?: number;
}

export interface MediaAddress {
  spanId: string;
  /** `index`: of the message of the request; 0 in the answer. */
  from: 'request' | 'answer';
  index: number;
  part: number;
  /** A result of a tool may hold several. */
  item: number;
}

/** Results are stored as they came; a text has at most a million characters. */
const MAX_RESULT_DATA = 1_000_000;

function mediaOf(part: Part): Media[] {
  if (part.kind === 'other') return part.media ? [part.media] : [];
  return part.kind === 'tool_result' ? mediaInResult(part.result, MAX_RESULT_DATA).slice(0, MOST_SHOWN) : [];
}

export function shownMedia(part: Part): ShownMedia[] {
  const durationMs = part.kind === 'other' ? part.durationMs : undefined;
  return mediaOf(part).map((media) => ({ ...shownFacts(media), ...(durationMs !== undefined && { durationMs }) }));
}

/** Null where there are no such bytes, or none that a page shows. */
export async function mediaBytes(sql: Sql, key: TraceKey, address: MediaAddress): Promise<MediaBytes | null> {
  const { spanId, from, index, part, item } = address;
  const [row] = await traceGenerations(sql, key, { spanId, limit: 1 });
  if (!row) return null;
  const { generation } = await readOne(sql, key, row);
  const parts = from === 'answer' ? generation.output : generation.messages[index]?.parts;
  const found = parts?.[part];
  const media = found && mediaOf(found)[item];
  return (media && shownBytes(media)) ?? null;
}

/** The media that the model made, such as a drawn image. Those of its tools are in their results. */
export async function answerMedia(
  sql: Sql,
  key: TraceKey,
  { spanId }: { spanId: string },
): Promise<{ part: number; media: ShownMedia[] }[]> {
  const [row] = await traceGenerations(sql, key, { spanId, limit: 1 });
  if (!row) return [];
  const { generation } = await readOne(sql, key, row);
  return generation.output
    .map((part, index) => ({ part: index, media: part.kind === 'other' ? shownMedia(part) : [] }))
    .filter(({ media }) => media.length > 0)
    .slice(0, MOST_SHOWN);
}
