/**
 * Rows as one JSON parameter: the statement text never changes with the number of rows, so it is prepared once, and the many nulls of a wide
 * row cost nothing. For what has to be merged with rows that are there; new rows go by COPY (copy-rows.ts).
 */

/** Property → SQL type. `hex` arrives as hex digits and becomes bytea. The column is the property in snake_case. */
export type Columns = Readonly<Record<string, ColumnType>>;
export type ColumnType =
  | 'uuid'
  | 'hex'
  | 'text'
  | 'text[]'
  | 'jsonb'
  | 'date'
  | 'timestamptz'
  | 'bigint'
  | 'integer'
  | 'integer[]'
  | 'boolean';

export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function propertyOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function columnList(columns: Readonly<Record<string, unknown>>): string {
  return Object.keys(columns).map(columnOf).join(', ');
}

/** `json_to_recordset($1) AS r(…)` with the columns under their own names. */
export function rowsFromJson(columns: Columns): string {
  const types = Object.entries(columns).map(([property, type]) => `"${property}" ${type === 'hex' ? 'text' : type}`);
  const values = Object.entries(columns).map(([property, type]) =>
    type === 'hex' ? `decode("${property}", 'hex') AS ${columnOf(property)}` : `"${property}" AS ${columnOf(property)}`,
  );
  return `(SELECT ${values.join(', ')} FROM json_to_recordset($1::text::json) AS r (${types.join(', ')}))`;
}

/** Properties that are no columns are ignored by the database. Nulls are left out by hand: a replacer function costs three times as much. */
export function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows.map(withoutNulls));
}

function withoutNulls(row: object): object {
  const said: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(row)) if (value !== null) said[property] = value;
  return said;
}
