/** What the rows of a trace are, given its spans, and what they add up to. */
export { distinctiveId, tracesToJoin } from './join/joined-traces.ts';
export type { DistinctiveId, Sighting } from './join/joined-traces.ts';
export { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from './rows/blank-records.ts';
export { meansModel } from './rows/model-names.ts';
export type {
  CallRecord,
  CallTexts,
  LogRecordCall,
  LogRecordThinking,
  PriceRecord,
  SpanRecord,
  SpanStatus,
  StorableSpan,
  TraceFacts,
} from './rows/span-record.ts';
export { countedRuns, decide } from './settle/decide.ts';
export type { Decision, Decisions, EarlierDecisions } from './settle/decide.ts';
export { areSeveral } from './settle/duplicate-groups.ts';
export { chargeCalls, thinkingOf } from './settle/log-record-thinking.ts';
export { endOf, isGeneration, outlineOf } from './settle/outline.ts';
export type { Outline } from './settle/outline.ts';
export { modelCalls } from './settle/model-calls.ts';
export type { ModelCall } from './settle/model-calls.ts';
export { reportedOf } from './settle/reported.ts';
export { costed } from './settle/row-cost.ts';
export { reportsUsage } from './settle/runs.ts';
export type { UsageSource } from './settle/runs.ts';
export { newestOf, rowsOf, settle, versionOf } from './settle/settle.ts';
export type { SettledCall, SettledSpan } from './settle/settled-span.ts';
export { added, difference, NO_TOTALS } from './totals/add-totals.ts';
export { percentilesOf } from './totals/percentiles.ts';
export type { LatencyInterval, Percentiles } from './totals/percentiles.ts';
export { LATENCY_BOUNDS, LATENCY_BUCKETS, latencyBucket } from './totals/latency-histogram.ts';
export { HISTOGRAM_BUCKETS } from './totals/token-histogram.ts';
export { isOfModel, totalsOf } from './totals/totals.ts';
export type { BatchTotals, ModelDelta, NewSpan, ToolDelta, TraceDelta } from './totals/totals.ts';
