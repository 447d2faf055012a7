// The columns of a list as stored in its URL: `cols=asked,model:14,cost` lists the visible ones in order, and a number
// is a width in rem that the user set. Pure; the menu and the heads edit the same value.

export interface ColumnDefinition<Id extends string = string> {
  id: Id;
  label: string;
  /** Width in rem; null takes the remaining width. */
  width: number | null;
  /** Visible by default. */
  standard: boolean;
}

export interface ShownColumn<Id extends string = string> {
  id: Id;
  width: number | null;
}

const NARROWEST_REM = 2.5;
const WIDEST_REM = 60;
const fitting = (rem: number): number => Math.min(WIDEST_REM, Math.max(NARROWEST_REM, Math.round(rem * 2) / 2));

export const standardColumns = <Id extends string>(all: readonly ColumnDefinition<Id>[]): ShownColumn<Id>[] =>
  all.filter(({ standard }) => standard).map(({ id, width }) => ({ id, width }));

/** undefined for an unknown column, a duplicate, or an invalid width. */
export function parseColumns<Id extends string>(
  text: string,
  all: readonly ColumnDefinition<Id>[],
): ShownColumn<Id>[] | undefined {
  const columns = text.split(',').map((part) => {
    const match = /^([a-z]+(?:\.[^,:]+)?)(?::(\d{1,3}(?:\.5)?))?$/.exec(part);
    const known = all.find(({ id }) => id === match?.[1]);
    if (!known) return undefined;
    return { id: known.id, width: match?.[2] === undefined ? known.width : fitting(Number(match[2])) };
  });
  const ids = new Set(columns.map((column) => column?.id));
  const read = columns.filter((column) => column !== undefined);
  return read.length === columns.length && ids.size === columns.length ? read : undefined;
}

/** null for the default columns. */
export function columnsText<Id extends string>(
  columns: readonly ShownColumn<Id>[],
  all: readonly ColumnDefinition<Id>[],
): string | null {
  const write = (shown: readonly ShownColumn<Id>[]) =>
    shown
      .map(({ id, width }) => (width === all.find((one) => one.id === id)?.width ? id : `${id}:${String(width)}`))
      .join(',');
  const text = write(columns);
  return text === write(standardColumns(all)) ? null : text;
}

export const resizeColumn = <Id extends string>(
  columns: readonly ShownColumn<Id>[],
  id: Id,
  rem: number,
): ShownColumn<Id>[] => columns.map((column) => (column.id === id ? { id, width: fitting(rem) } : column));

/** The value of `grid-template-columns`; when all widths are fixed, the rest of the row stays empty. */
export function gridTemplate(columns: readonly ShownColumn[]): string {
  const widths = columns.map(({ width }) => (width === null ? 'minmax(12rem, 1fr)' : `${width}rem`));
  return columns.some(({ width }) => width === null) ? widths.join(' ') : `${widths.join(' ')} minmax(0, 1fr)`;
}
