// The pages of an export, as the read API sends them: lines of JSON.
import {
  COLUMN_TYPES,
  type ExportPages,
  type ExportRow,
  type ExportSchema,
  type PageEnd,
  type PageSource,
} from '@subtext/export';
import type { Connection } from '../api/connection.ts';
import { readStream } from '../api/read.ts';
import { Failure } from '../failure.ts';

interface PagesRead {
  since: string | undefined;
  signal: AbortSignal;
}

const FORMAT = 1;
/** Characters of rows that are handed on together. */
const PIECE = 1_000_000;

export const pagesOf =
  (connection: Connection, { since, signal }: PagesRead): PageSource =>
  async (cursor) => {
    const parameters = { since, cursor: cursor ?? undefined };
    const lines = linesOf(await readStream(connection, 'export', { parameters, signal }));
    const { done, value: first } = await lines.next();
    if (done) throw new Failure('Subtext sent an empty export. Run the command again.');
    return { ...headOf(first), rows: rowsOf(lines) };
  };

function headOf(line: string): Omit<ExportPages, 'rows'> {
  const { format, project, schema } = JSON.parse(line) as { format: number; project: string; schema: ExportSchema };
  const types = Object.values(schema).flatMap((columns) => Object.values(columns));
  if (format !== FORMAT || !types.every((type) => COLUMN_TYPES.includes(type)))
    throw new Failure('This Subtext writes exports of a newer version: update the command line.');
  return { project, schema };
}

async function* rowsOf(lines: AsyncGenerator<string>): AsyncGenerator<ExportRow[], PageEnd, undefined> {
  let [rows, size]: [ExportRow[], number] = [[], 0];
  for await (const line of lines) {
    const row = rowOf(line);
    const isOther = row === undefined || row.table !== rows[0]?.table || row.day !== rows[0].day;
    if (rows.length > 0 && (isOther || size >= PIECE)) {
      yield rows;
      [rows, size] = [[], 0];
    }
    if (row === undefined) return JSON.parse(line) as PageEnd;
    rows.push(row);
    size += line.length;
  }
  throw new Failure('The connection ended in the middle of the export.');
}

/** The row is kept as text, so that no number of it changes. undefined for the last line. */
function rowOf(line: string): ExportRow | undefined {
  const [head, table, day] = /^\{"table":"(\w+)","day":"([\d-]+)","row":/.exec(line) ?? [];
  return head === undefined ? undefined : { table: table!, day: day!, json: line.slice(head.length, -1) };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest: string[] = [];
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    const [first = '', ...lines] = piece.split('\n');
    rest.push(first);
    if (lines.length === 0) continue;
    yield rest.join('');
    rest = [lines.pop()!];
    yield* lines;
  }
  if (rest.some((text) => text !== '')) throw new Failure('The connection ended in the middle of the export.');
}
