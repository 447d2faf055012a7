/**
 * A long text as rows of a virtual list: pieces load in any order, and each is rendered in chunks of some lines, so
 * that no line and no piece is too large for the page. Pure; LongText.tsx renders it.
 */
export interface Chunk {
  text: string;
  /** Estimated lines on the screen, before they are measured. */
  lines: number;
}

/** A piece that has not loaded, or failed to, is a single row. */
export type LongRow = { key: string; piece: number } & ({ chunk: Chunk; at: number } | { lack: 'waiting' | 'failed' });

/** The piece that a row waits for, if any. */
export const waitingIn = (row: LongRow | undefined): number[] =>
  row && 'lack' in row && row.lack === 'waiting' ? [row.piece] : [];

/** A piece in its loading state. */
export type LoadedPiece = readonly Chunk[] | 'failed' | undefined;

/** Maximum characters and lines of a chunk. A longer line is cut, after a space where one is near. */
const MAX_CHARACTERS = 2000;
const MAX_LINES = 20;
const SPACE_WITHIN = 200;
/** Approximate characters per line of the panel. */
const COLUMNS = 64;

export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < text.length; from += chunks.at(-1)!.text.length) {
    // Looks no further than the limit, so that a text without line breaks is scanned once.
    const most = text.slice(from, from + MAX_CHARACTERS);
    const chunk = most.slice(0, endOfLines(most, from + most.length === text.length) || endWithinLine(most));
    chunks.push({ text: chunk, lines: linesOf(chunk) });
  }
  return chunks;
}

/** The position after the last complete line; 0 without one. */
function endOfLines(text: string, isLast: boolean): number {
  let end = 0;
  for (let lines = 0; lines < MAX_LINES && end < text.length; lines++) {
    const next = text.indexOf('\n', end) + 1 || (isLast ? text.length : 0);
    if (next === 0) break;
    end = next;
  }
  return end;
}

function endWithinLine(text: string): number {
  const space = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  if (space > text.length - SPACE_WITHIN) return space;
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

/** A trailing line break does not begin a line. */
const linesOf = (text: string): number =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);

/** A line that was cut between two pieces is joined when both have loaded. */
export function rowsOf(pieces: readonly LoadedPiece[]): LongRow[] {
  return pieces.flatMap((piece, index): LongRow[] => {
    if (piece === undefined || piece === 'failed')
      return [{ key: String(index), piece: index, lack: piece ?? 'waiting' }];
    const movedToPrevious = headOf(piece, pieces[index - 1]);
    const takenFromNext = headOf(pieces[index + 1], piece);
    return piece.flatMap((chunk, at) => {
      const text = `${at === 0 ? chunk.text.slice(movedToPrevious.length) : chunk.text}${at === piece.length - 1 ? takenFromNext : ''}`;
      // The first chunk keeps the key of the placeholder row that it replaces.
      return text
        ? [{ key: at === 0 ? String(index) : `${index}:${at}`, piece: index, at, chunk: again(chunk, text) }]
        : [];
    });
  });
}

const again = (chunk: Chunk, text: string): Chunk => (text === chunk.text ? chunk : { text, lines: linesOf(text) });

/** The part at the beginning of a piece that continues the last line of the piece before it. */
function headOf(piece: LoadedPiece, before: LoadedPiece): string {
  if (!Array.isArray(piece) || !Array.isArray(before)) return '';
  const [first] = piece as readonly Chunk[];
  const last = (before as readonly Chunk[]).at(-1);
  if (!first || !last || last.text.endsWith('\n')) return '';
  return first.text.slice(0, first.text.indexOf('\n') + 1 || undefined);
}

/** The row of a chunk; when the chunk was joined to the piece before it, the row it was joined into. */
export const rowOf = (rows: readonly LongRow[], piece: number, at: number): number =>
  rows.findLastIndex((row) => row.piece < piece || (row.piece === piece && (!('at' in row) || row.at <= at)));
