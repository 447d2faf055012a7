// What a command writes: tables and texts for people, JSON for programs.
import { styleText } from 'node:util';
import { plainJson, plainLine, plainText } from './plain-text.ts';

export interface Column<Row> {
  title: string;
  /** Escaped by the table. */
  value: (row: Row) => string;
  /** Numbers stand at the right. */
  isNumber?: boolean;
}

/** Colors appear only in a terminal, and not with NO_COLOR. */
const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });

export const write = (text: string): void => void process.stdout.write(`${text}\n`);

/** One JSON document. */
export const writeJson = (value: unknown): void => write(plainJson(JSON.stringify(value, null, 2)));
export const writeJsonLine = (value: unknown): void => write(plainJson(JSON.stringify(value)));

/** In a terminal the last column is cut to its width; elsewhere nothing is cut. */
export function writeTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const cells = rows.map((row) => columns.map(({ value }) => plainLine(value(row))));
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...cells.map((line) => lengthOf(line[at]!))));
  const line = (texts: readonly string[]): string =>
    texts.map((text, at) => padded(text, widths[at]!, columns[at]!.isNumber ?? false)).join('  ');
  write(bold(cut(line(columns.map(({ title }) => title.toUpperCase())).trimEnd())));
  for (const texts of cells) write(cut(line(texts).trimEnd()));
}

const lengthOf = (text: string): number => [...text].length;

function padded(text: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(Math.max(0, width - lengthOf(text)));
  return isNumber ? space + text : text + space;
}

function cut(line: string): string {
  const { isTTY, columns } = process.stdout;
  if (!isTTY || columns === undefined || lengthOf(line) <= columns) return line;
  return `${[...line].slice(0, columns - 1).join('')}…`;
}

/** A text below its title, with its lines indented. */
export function writeText(title: string, text: string): void {
  write(bold(plainLine(title)));
  write(plainText(text).replaceAll(/^/gm, '  '));
}

/** One line of a terminal that is written again and again. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${plainLine(text)}`);
}

/** A sentence with text of a trace in it. */
export const writeLine = (text: string): void => write(plainLine(text));
export const writeDim = (text: string): void => write(dim(plainLine(text)));
