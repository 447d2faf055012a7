/**
 * Passes rows as one JSON parameter. The statement text stays the same for any number of rows, so it is prepared only
 * once, and the many nulls of a wide row cost nothing. Use this for rows that must be merged with stored ones; new rows
 * go through COPY (copy-rows.ts).
 */

/**
 * Property → SQL type. A `hex` value arrives as hex digits and becomes bytea. The column name is the property in
 * snake_case.
 */
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
  | 'double precision'
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

/** `json_to_recordset($1) AS r(…)`, with the columns under their SQL names. */
export function rowsFromJson(columns: Columns): string {
  const types = Object.entries(columns).map(([property, type]) => `"${property}" ${type === 'hex' ? 'text' : type}`);
  const values = Object.entries(columns).map(([property, type]) =>
    type === 'hex' ? `decode("${property}", 'hex') AS ${columnOf(property)}` : `"${property}" AS ${columnOf(property)}`,
  );
  return `(SELECT ${values.join(', ')} FROM json_to_recordset($1::text::json) AS r (${types.join(', ')}))`;
}

/**
 * The database ignores properties that are not columns. A loop drops the nulls, because a replacer function takes three
 * times as long.
 */
export function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows.map(withoutNulls));
}

function withoutNulls(row: object): object {
  const said: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(row)) if (value !== null) said[property] = value;
  return said;
}
