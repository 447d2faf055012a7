/**
 * Timeline → the rows on the screen and their heights. Heights are computed without any text (from lengths and the
 * number of calls), never measured: a trace of 10,000 steps has its final height at once, and nothing moves when texts
 * load. Only the row whose thought is expanded is as high as its text, once that has loaded, because the text may be
 * truncated or not kept at all.
 */
import { hasText } from '../../../lib/steps/sentences.ts';
import type { Entry, Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { ListRow } from '../rows/stay-in-place.ts';

export const MAX_CALLS_SHOWN = 6;
const THOUGHT_LINES = 2;
export const PEEK_LINES = 12;
const ANSWER_LINES = 2;
/** Lines of a streaming text: enough to read along. */
const GROWING_LINES = 4;
/** Characters that fit beside the word Answer, relative to a line of thinking beside its tokens. */
const ACTION_LANE = 0.9;
/** In rem: a line of 20 px, and the padding of a row. */
const LINE = 1.25;
const PADDING = 0.75;

export type Lane = 'thought' | 'said' | 'did';

export interface LayoutOptions {
  /** The lanes are stacked, on narrow screens. */
  stacked: boolean;
  /** Characters of thinking that fit into a line. */
  charactersPerLine: number;
  hide: ReadonlySet<Lane>;
  /** Key of the step whose thought is expanded in place. */
  peek: string | null;
  /** The expanded thought, when it has loaded. */
  peeked?: string | undefined;
  /** Steps whose texts are streaming, by key. */
  growing?: ReadonlyMap<string, Pick<GrowingStep, 'thought' | 'arguments'>>;
}

export interface RowLayout extends ListRow {
  /** Index in `Timeline.entries`. */
  entry: number;
  thoughtLines: number;
  deedLines: number;
}

/** `isOpen` says whether the children of an entry are shown. */
export function layoutRows(timeline: Timeline, isOpen: (entry: Entry) => boolean, options: LayoutOptions): RowLayout[] {
  const { entries } = timeline;
  const rows: RowLayout[] = [];
  // 1 = shown, by index.
  const shown = new Uint8Array(entries.length);
  entries.forEach((entry, index) => {
    const parent = entries[entry.parent];
    if (parent && !(shown[entry.parent] === 1 && isOpen(parent))) return;
    shown[index] = 1;
    rows.push({ entry: index, key: entry.key, ...heightOf(entry, options) });
  });
  return rows;
}

function heightOf(entry: Entry, options: LayoutOptions): Omit<RowLayout, 'entry' | 'key'> {
  if (entry.entry === 'group') return { height: LINE + PADDING, thoughtLines: 0, deedLines: 0 };
  const thoughtLines = options.hide.has('thought') ? 0 : thoughtLinesOf(entry, options);
  const said = entry.thought.hasPreamble && !options.hide.has('said') ? 1 : 0;
  const deedLines = deedLinesOf(entry, options);
  const lines = options.stacked ? 1 + thoughtLines + said + deedLines : Math.max(thoughtLines + said, deedLines, 1);
  return { height: lines * LINE + PADDING, thoughtLines, deedLines };
}

function thoughtLinesOf(step: Step, { charactersPerLine, peek, peeked, growing }: LayoutOptions): number {
  if (!hasText(step.thought)) return 1;
  const perLine = Math.max(8, charactersPerLine);
  const grown = growing?.get(step.key)?.thought;
  if (grown) return grownLines(grown, perLine);
  if (peek === step.key && peeked !== undefined) return linesOf(peeked, perLine);
  return Math.min(THOUGHT_LINES, Math.ceil(step.thought.characters / perLine));
}

const grownLines = (text: string, perLine: number): number =>
  Math.min(GROWING_LINES, linesOf(text.slice(-GROWING_LINES * perLine), perLine));

/** Word wrap leaves lines partly empty, so a text of several lines gets one extra. */
function linesOf(text: string, perLine: number): number {
  const paragraphs = drawnText(text.slice(0, PEEK_LINES * perLine)).split('\n');
  const lines = paragraphs.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / perLine)), 0);
  return Math.min(PEEK_LINES, lines > 1 ? lines + 1 : 1);
}

/**
 * Lines of the right lane: one per call, two for an answer that does not fit into one. The outcome of a call without
 * output is always shown.
 */
function deedLinesOf(step: Step, { hide, stacked, charactersPerLine, growing }: LayoutOptions): number {
  const { kind, calls } = step;
  if (kind === 'response') return 1;
  const isAnswer = kind === 'answer' || kind === 'trailing';
  if (hide.has(isAnswer ? 'said' : 'did')) return 0;
  if (!isAnswer) return Math.min(calls.length, MAX_CALLS_SHOWN) + (calls.length > MAX_CALLS_SHOWN ? 1 : 0);
  const perLine = Math.max(8, charactersPerLine * (stacked ? 1 : ACTION_LANE));
  const grown = growing?.get(step.key)?.arguments;
  if (grown) return grownLines(grown, perLine);
  return (calls[0]?.request?.otherCharacters ?? 0) > perLine ? ANSWER_LINES : 1;
}
