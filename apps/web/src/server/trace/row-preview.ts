// The texts of a call as a row of the timeline shows them: arguments and results that are JSON become `key: value`
// pairs. Here and not in the browser, so that the page loads no code for it.
import { cutAtWord, type CallPreview } from '@subtext/db';
import { isRecord, parseCutJson } from '@subtext/reasoning';

export interface RowPreview extends CallPreview {
  /** The arguments and the result in one line of pairs; absent when the texts themselves are shown. */
  argumentsLine?: string;
  resultLine?: string;
}

/** One line of the widest screens, and what calls of one step have in common before it. */
const LINE_CHARACTERS = 320;
/** Characters that are left of arguments whose line is shown. Readers take such a text for a beginning. */
const BESIDE_LINE = 160;
/** JavaScript rounds longer numbers. */
const LONG_NUMBER = /\d{16}/;

export function rowPreview(preview: CallPreview): RowPreview {
  const argumentsLine = pairsIn(preview.arguments);
  const content = contentOf(preview.result);
  const resultLine = pairsIn(content) ?? itemsIn(content) ?? content ?? undefined;
  return {
    ...preview,
    ...(argumentsLine !== undefined && {
      argumentsLine,
      arguments: [...(preview.arguments ?? '')].slice(0, BESIDE_LINE).join(''),
    }),
    ...(resultLine !== undefined && resultLine !== preview.result && { resultLine }),
  };
}

/** `order_id: A-100001 · reason: damaged`; undefined for a text that is no JSON object with fields. */
function pairsIn(text: string | null): string | undefined {
  if (!text?.trimStart().startsWith('{')) return undefined;
  const pairs = pairsOf(parsedBeginning(text));
  return pairs && oneLine(pairs, text.endsWith('…'));
}

/** `id: R601 · date: 2026-11-27; id: R602 · date: 2026-11-29`, and `4 Term; 7 Notice`. */
function itemsIn(text: string | null): string | undefined {
  if (!text?.trimStart().startsWith('[')) return undefined;
  const value = parsedBeginning(text);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return oneLine(value.map((item) => pairsOf(item) ?? shown(item)).join('; '), text.endsWith('…'));
}

function pairsOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value).map(([key, one]) => `${key}: ${shown(one)}`);
  return pairs.length === 0 ? undefined : pairs.join(' · ');
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The text of a JSON string, and of the content blocks that MCP and providers use; any other result as it is. */
function contentOf(result: string | null): string | null {
  if (result === null || !/^\s*["[{]/.test(result)) return result;
  const value = parsedBeginning(result);
  const blocks = isRecord(value) ? value.content : value;
  const text = Array.isArray(blocks) ? textOfBlocks(blocks) : value;
  return typeof text === 'string' ? oneLine(text, result.endsWith('…')) : result;
}

function textOfBlocks(blocks: readonly unknown[]): string | undefined {
  const texts = blocks.map((block) => (isRecord(block) && block.type === 'text' ? block.text : undefined));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join(' ') : undefined;
}

/** The value of a JSON text, or of its beginning, which ends with `…`; undefined when it would not be shown exactly. */
function parsedBeginning(text: string): unknown {
  return LONG_NUMBER.test(text) ? undefined : parseCutJson(text.endsWith('…') ? text.slice(0, -1) : text);
}

function oneLine(text: string, isCut: boolean): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return cutAtWord(isCut && !line.endsWith('…') ? `${line}…` : line, LINE_CHARACTERS);
}
