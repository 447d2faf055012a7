/** Writes the files of an export, and reads them again (docs/export.md). */
export { directoryTarget } from './directory-target.ts';
export { beginIncrement, finishIncrement, readIncrements, targetBelow } from './increments.ts';
export type { Increment } from './increments.ts';
export { ExportProblem, MANIFEST, readManifest, StoreProblem } from './manifest.ts';
export type { Manifest, ManifestFile } from './manifest.ts';
export { exportedRows } from './read-export.ts';
export type { ReadRow } from './read-export.ts';
export { FILE_FORMATS } from './row-writer.ts';
export type { FileFormat } from './row-writer.ts';
export { runExport } from './run-export.ts';
export type { ExportWork } from './run-export.ts';
export { runIncrement } from './run-increment.ts';
export { s3Target } from './s3-target.ts';
export type { S3Access, S3Place } from './s3-target.ts';
export { openSecret, sealSecret } from './sealed-secret.ts';
export { COLUMN_TYPES } from './schema.ts';
export type { ColumnType, ExportPages, ExportRow, ExportSchema, PageEnd, PageSource, TableSchema } from './schema.ts';
export type { ExportTarget, FileSink } from './target.ts';
