/**
 * A long text as rows of a virtual list: it comes a piece at a time, in any order, and each piece is drawn in chunks of some lines, so that no line
 * and no piece is too much for a page. Pure; LongText.tsx draws it.
 */
export interface Chunk {
  text: string;
  /** About as many on the screen, before anybody measured it. */
  lines: number;
}

/** A piece that did not come (yet) is one row. */
export type LongRow = { key: string; piece: number } & ({ chunk: Chunk; at: number } | { lack: 'waiting' | 'failed' });

/** A piece as far as it is known. */
export type LoadedPiece = readonly Chunk[] | 'failed' | undefined;

/** Characters and lines of a chunk, at most. A line that is longer is cut, behind a space where one is near. */
const MOST_CHARACTERS = 2000;
const MOST_LINES = 20;
const SPACE_WITHIN = 200;
/** What a line of a panel holds, more or less. */
const COLUMNS = 64;

export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = 0; from < text.length; from += chunks.at(-1)!.text.length) {
    // Nothing behind it is looked at, so that a text without an end of a line is read once.
    const most = text.slice(from, from + MOST_CHARACTERS);
    const chunk = most.slice(0, endOfLines(most, from + most.length === text.length) || endWithinLine(most));
    chunks.push({ text: chunk, lines: linesOf(chunk) });
  }
  return chunks;
}

/** Behind the last line that is whole; 0 where there is none. */
function endOfLines(text: string, isLast: boolean): number {
  let end = 0;
  for (let lines = 0; lines < MOST_LINES && end < text.length; lines++) {
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

/** A line break at the end begins no line. */
const linesOf = (text: string): number =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);

/** The line that a piece was cut in is put together where both of its sides are known. */
export function rowsOf(pieces: readonly LoadedPiece[]): LongRow[] {
  return pieces.flatMap((piece, index): LongRow[] => {
    if (piece === undefined || piece === 'failed')
      return [{ key: String(index), piece: index, lack: piece ?? 'waiting' }];
    const lent = headOf(piece, pieces[index - 1]);
    const borrowed = headOf(pieces[index + 1], piece);
    return piece.flatMap((chunk, at) => {
      const text = `${at === 0 ? chunk.text.slice(lent.length) : chunk.text}${at === piece.length - 1 ? borrowed : ''}`;
      // The first takes the place of the row that waited for it.
      return text
        ? [{ key: at === 0 ? String(index) : `${index}:${at}`, piece: index, at, chunk: again(chunk, text) }]
        : [];
    });
  });
}

const again = (chunk: Chunk, text: string): Chunk => (text === chunk.text ? chunk : { text, lines: linesOf(text) });

/** What of the beginning of a piece belongs to the last line of the piece before it. */
function headOf(piece: LoadedPiece, before: LoadedPiece): string {
  if (!Array.isArray(piece) || !Array.isArray(before)) return '';
  const [first] = piece as readonly Chunk[];
  const last = (before as readonly Chunk[]).at(-1);
  if (!first || !last || last.text.endsWith('\n')) return '';
  return first.text.slice(0, first.text.indexOf('\n') + 1 || undefined);
}

/** Where a chunk stands now: what was put together with the piece before it is found there. */
export const rowOf = (rows: readonly LongRow[], piece: number, at: number): number =>
  rows.findLastIndex((row) => row.piece < piece || (row.piece === piece && (!('at' in row) || row.at <= at)));
