/**
 * Timeline → the rows on the screen and their heights. Heights are computed without any text (from lengths and the
 * number of calls), never measured: a trace of 10,000 steps has its final height at once, and nothing moves when texts
 * load. Only the row whose thought is expanded is as high as its text, once that has loaded, because the text may be
 * truncated or not kept at all.
 */
import { hasResult } from '../../../lib/steps/call-outcome.ts';
import { hasText } from '../../../lib/steps/sentences.ts';
import type { Entry, Step, Timeline } from '../../../lib/steps/step-tree.ts';
import { drawnText } from '../../../lib/text/visible-text.ts';
import type { GrowingStep } from '../live/growth.ts';
import type { ListRow } from '../rows/stay-in-place.ts';

/** Calls of a step that its row shows, and those of the step whose later calls are being read. */
const CALLS_SHOWN = 6;
const MOST_CALLS_SHOWN = 50;
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
  /** Key of the step that shows more of its calls. */
  unfolded?: string | null;
  /** Steps whose texts are streaming, by key. */
  growing?: ReadonlyMap<string, Pick<GrowingStep, 'thought' | 'arguments'>>;
}

export interface RowLayout extends ListRow {
  /** Index in `Timeline.entries`. */
  entry: number;
  thoughtLines: number;
  deedLines: number;
  /** Number of calls that are shown. */
  calls: number;
}

/** The step whose selected call is none of those that every row shows. */
export const unfoldedBy = ({ step, call }: { step: Step | undefined; call: number }): string | null =>
  step && call >= CALLS_SHOWN ? step.key : null;

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
  if (entry.entry === 'group') return { height: LINE + PADDING, thoughtLines: 0, deedLines: 0, calls: 0 };
  const { stacked, hide, unfolded } = options;
  const calls = Math.min(entry.calls.length, entry.key === unfolded ? MOST_CALLS_SHOWN : CALLS_SHOWN);
  const said = entry.thought.hasPreamble && !hide.has('said') ? 1 : 0;
  const deedLines = deedLinesOf(entry, calls, options);
  // Beside several calls there is room for more of the thought.
  const room = stacked ? 0 : deedLines - said;
  const thoughtLines = hide.has('thought') ? 0 : thoughtLinesOf(entry, Math.max(room, THOUGHT_LINES), options);
  if (stacked) return { height: heightOfLines(1 + thoughtLines + said + deedLines), thoughtLines, deedLines, calls };
  const lines = Math.max(thoughtLines + said, deedLines, 1);
  // Beside a long thought there is room for more of an answer.
  return { height: heightOfLines(lines), thoughtLines, deedLines: lines, calls };
}

const heightOfLines = (lines: number): number => lines * LINE + PADDING;

function thoughtLinesOf(step: Step, most: number, options: LayoutOptions): number {
  const { charactersPerLine, peek, peeked, growing } = options;
  if (!hasText(step.thought)) return 1;
  const perLine = Math.max(8, charactersPerLine);
  const grown = growing?.get(step.key)?.thought;
  if (grown) return grownLines(grown, perLine);
  if (peek === step.key && peeked !== undefined) return linesOf(peeked, perLine);
  return Math.min(most, Math.ceil(step.thought.characters / perLine));
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
 * Lines of the right lane: one per call and one per result, two for an answer that does not fit into one. The outcome
 * of a call without output is always shown.
 */
function deedLinesOf(step: Step, shown: number, options: LayoutOptions): number {
  const { hide, stacked, charactersPerLine, growing } = options;
  const { kind, calls } = step;
  if (kind === 'response') return 1;
  const isAnswer = kind === 'answer' || kind === 'trailing';
  if (hide.has(isAnswer ? 'said' : 'did')) return 0;
  if (!isAnswer) return shown + calls.slice(0, shown).filter(hasResult).length + (calls.length > shown ? 1 : 0);
  const perLine = Math.max(8, charactersPerLine * (stacked ? 1 : ACTION_LANE));
  const grown = growing?.get(step.key)?.arguments;
  if (grown) return grownLines(grown, perLine);
  return (calls[0]?.request?.otherCharacters ?? 0) > perLine ? ANSWER_LINES : 1;
}
