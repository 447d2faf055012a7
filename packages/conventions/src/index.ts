/** Semantic conventions: how a span of any sender is recognized, and where its messages and facts are. Pure. */
export type { Convention } from './convention.ts';
export { conventionsOf, SESSION_RECORDS } from './conventions.ts';
export type { ModelFacts, SpanContext, SpanFacts, TaskFacts, SpanReader } from './facts.ts';
export { sentInput, sentOutput } from './messages.ts';
export { sentSpan, type SentSpan } from './sent-span.ts';
export { cutsOf, type Lack } from './stored/lacks.ts';
export { openPayload } from './stored/payload.ts';
export {
  readGeneration,
  type GenerationRow,
  type ReadGeneration,
  type RecordedSettings,
} from './stored/read-generation.ts';
export { recordText, type RecordFacts, type SessionRecords } from './session-records.ts';
export { providerOf } from './shared/providers.ts';
export { firstText, metadataUnder, scalarText, withoutUndefined } from './shared/texts.ts';
export { believable, inclusive } from './shared/values.ts';
