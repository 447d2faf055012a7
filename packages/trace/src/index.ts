/** What the rows of a trace are, given its spans, and what they add up to. */
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
export { areSeveral, findDuplicateGroups, instrumentationOf } from './settle/duplicate-groups.ts';
export type { DuplicateGroup, TraceSpan } from './settle/duplicate-groups.ts';
export { fillRow, restoreRow } from './settle/fill-row.ts';
export type { FillSources, LogRecordContent } from './settle/fill-row.ts';
export { chargeCalls, thinkingOf } from './settle/log-record-thinking.ts';
export { callsAt, costed, reportedCostOf } from './settle/row-cost.ts';
export { isRun, MAX_DUPLICATES, reportsUsage, usageSources } from './settle/run-figures.ts';
export type { RunSpan, UsageSource } from './settle/run-figures.ts';
export { added, difference, NO_TOTALS } from './totals/add-totals.ts';
export { HISTOGRAM_BUCKETS } from './totals/token-histogram.ts';
export { isOfModel, totalsOf } from './totals/totals.ts';
export type { BatchTotals, ModelDelta, NewSpan, ToolDelta, TraceDelta } from './totals/totals.ts';
