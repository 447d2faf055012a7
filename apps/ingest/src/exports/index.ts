/** Writes the exports that users requested or scheduled (docs/export.md). */
export { exportInThread } from './export-thread.ts';
export type { ExportSettings } from './export-settings.ts';
export { hasDueExports, runDueExports } from './run-due-exports.ts';
