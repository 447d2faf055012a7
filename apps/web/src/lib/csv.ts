// Tables for spreadsheets: RFC 4180, and nothing that a spreadsheet would run. Pure.

export type CsvValue = string | number | bigint | Date | null | undefined;

/**
 * What a spreadsheet takes for the beginning of a formula; written as text by the quote before it. Also in full width, which East Asian versions
 * read as the same signs, and behind characters that nobody sees.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r]/u;

/** One line with its end. Unknown is an empty cell; numbers stay numbers, and text is never a formula. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
