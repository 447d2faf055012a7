/** Billed thinking against the text that is held of it. */
export { BilledSums, type BilledSum } from './billed-sums.ts';
export { billedText, type BilledText, type TextBasis } from './billed-text.ts';
export { FEWEST_STEPS, unusualDays, type BilledDay, type JudgedDay } from './unusual-days.ts';
