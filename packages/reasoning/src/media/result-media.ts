/** Media in the result of a tool, which stays as its sender wrote it: blocks of a provider, of MCP, or ours. */
import { isRecord, list, parseJson, type JsonRecord } from '../json/json.ts';
import { MEDIA_LIMITS, type Media } from './media.ts';
import { readMedia } from './read-media.ts';
import { decodeMedia } from './media-codec.ts';

const MAX_ITEMS = 100;
const MAX_VALUES = 10_000;
const MAX_DEPTH = 6;

/** In their order, at most 100. `limit`: the most base64 characters of one; more is a fact only. */
export function mediaInResult(result: unknown, limit: number = MEDIA_LIMITS.item): Media[] {
  const found: Media[] = [];
  let values = 0;
  const visit = (value: unknown, depth: number): void => {
    values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES || found.length >= MAX_ITEMS) return;
    if (Array.isArray(value)) for (const item of list(value)) visit(item, depth + 1);
    if (!isRecord(value)) return;
    const media = mediaOf(value, limit);
    if (media) found.push(media);
    else for (const item of Object.values(value)) if (typeof item === 'object') visit(item, depth + 1);
  };
  visit(typeof result === 'string' && MAY_HOLD.test(result) ? parseJson(result) : result, 0);
  return found;
}

/** JSON text that names a kind of media. Most results do not, and need not be parsed. */
const MAY_HOLD = /^\s*[[{][^]*(?:image|audio|video|blob|media|inlineData|base64)/i;

/** A list of files is no medium: a file counts where its bytes are there. */
function mediaOf(block: JsonRecord, limit: number): Media | undefined {
  const type = typeof block.type === 'string' ? block.type : Object.keys(block).find((field) => FIELDS.test(field));
  const media = decodeMedia(block, limit) ?? (type === undefined ? undefined : readMedia(type, block, limit));
  return media && (media.bytes !== undefined || media.kind !== 'document') ? media : undefined;
}

/** Bedrock and Gemini name the kind of a block by its only field. */
const FIELDS = /^(?:inlineData|image|audio|video|document)$/;
