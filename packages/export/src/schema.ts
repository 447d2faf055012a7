/** The rows of an export, as its source gives them. */

/** `json` is JSON as text, `time` ISO 8601 with microseconds in UTC, `texts` a list of texts. */
export const COLUMN_TYPES = ['text', 'integer', 'number', 'boolean', 'time', 'json', 'texts'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** By column, in the order of the files. */
export type TableSchema = Readonly<Record<string, ColumnType>>;

/** By table. */
export type ExportSchema = Readonly<Record<string, TableSchema>>;

export interface ExportRow {
  table: string;
  /** YYYY-MM-DD: the day that its trace is kept under. */
  day: string;
  /** The row as a JSON object. */
  json: string;
}

export interface PageEnd {
  /** Rows in the store for what the page covers, by table. */
  stored: Readonly<Record<string, number>>;
  /** Where the next page begins; null: this was the last one. */
  next: string | null;
}

export interface ExportPages {
  schema: ExportSchema;
  /** The slug of the project. */
  project: string;
  rows: AsyncGenerator<ExportRow[], PageEnd, undefined>;
}

/** Reads one page; `cursor` is the `next` of the page before, null for the first one. */
export type PageSource = (cursor: string | null) => Promise<ExportPages>;
