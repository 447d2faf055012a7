/** The model calls of a stored trace, as input for `conversation()` of packages/reasoning, with what is missing. */
export { cutsOfSpan } from './cuts-of-span.ts';
export { generationsUpTo, readOne, spansOf, type Recorded, type RecordedUpTo } from './recorded.ts';
