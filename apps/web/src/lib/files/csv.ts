// Tables as CSV by RFC 4180, without content that a spreadsheet would execute. Pure.

export type CsvValue = string | number | bigint | boolean | Date | null | undefined;

/**
 * What a spreadsheet may read as the beginning of a formula; a leading quote makes it text. Includes full-width signs,
 * which East Asian versions treat the same, and signs after invisible characters.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r]/u;

/** One line with its line break. Missing values are empty cells, numbers stay numbers, and text is never a formula. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
