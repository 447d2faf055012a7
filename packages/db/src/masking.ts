/** Masking without the database: what a thread that only masks has to load. */
export { compileRules } from './masking/compile-rules.ts';
export type { Masker } from './masking/masker.ts';
