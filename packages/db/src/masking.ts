/** Masking without the database: all that a worker thread that only masks has to load. */
export { compileRules } from './masking/compile-rules.ts';
export type { Masker } from './masking/masker.ts';
