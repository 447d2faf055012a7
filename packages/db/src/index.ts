/** Everything of the database that other packages may use. */
export { createApiKey, createMemberApiKey, findApiKey, markApiKeysUsed, revokeApiKey } from './api-keys.ts';
export type { ApiKey, ApiKeyScope, NewApiKey } from './api-keys.ts';
export { BackupError, checkBackup, restoreBackup, writeBackup } from './backup/index.ts';
export type {
  BackupOptions,
  BackupSummary,
  RestoreOptions,
  RestoreSummary,
  TableSums,
  TransferProgress,
} from './backup/index.ts';
export { BLANK_CALL, BLANK_FACTS, BLANK_SPAN } from './blank-records.ts';
export { connect, poolState } from './connect.ts';
export type { ConnectOptions, PoolState, Sql, TransactionSql } from './connect.ts';
export { deleteTrace } from './delete-trace.ts';
export { removeEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded-postgres.ts';
export { jsonKey } from './json-key.ts';
export { canFollow, feedPosition, storedBetween } from './live-feed.ts';
export type { FeedPosition, SpanIds } from './live-feed.ts';
export { forgetStoredBatches } from './live-note.ts';
export { isMigrated, migrate } from './migrate.ts';
export { isAlive } from './postgres-keeper.ts';
export type { MigrateOptions } from './migrate.ts';
export { ensurePartitions } from './partitions.ts';
export { forgetOldDays } from './retention.ts';
export type { Forgotten } from './retention.ts';
export { indexClosedDays } from './search-index.ts';
export { SEARCH_FIELDS } from './queries/search-fields.ts';
export type { FoundCall, SearchField } from './queries/search-fields.ts';
export { refineCalls } from './queries/search-refine.ts';
export type { CallSearch, MatchedCall } from './queries/search-refine.ts';
export { searchResults } from './queries/search-results.ts';
export { searchSnippets } from './queries/search-snippets.ts';
export type { CallSnippets } from './queries/search-snippets.ts';
export { searchThoughts } from './queries/search-thoughts.ts';
export type { FoundThought, FoundThoughts, ThoughtSearch } from './queries/search-thoughts.ts';
export { createPrisma } from './prisma.ts';
export type { PrismaClient } from './prisma.ts';
export {
  dropProjectPrice,
  findProjectPrices,
  MAX_PROJECT_PRICES,
  ownPrice,
  saveProjectPrice,
} from './project-prices.ts';
export type { NewProjectPrice, ProjectPrice } from './project-prices.ts';
export {
  acceptInvitation,
  createInvitation,
  findInvitation,
  INVITATION_DAYS,
  listInvitations,
  MAX_INVITATIONS,
  revokeInvitation,
} from './invitations.ts';
export type { Invitation, ListedInvitation } from './invitations.ts';
export { changeRole, removeMember } from './members.ts';
export type { KeyDecision, RemovalRefusal, Refusal } from './members.ts';
export { createShareLink, findShareLink, listShareLinks, MAX_SHARE_LINKS, revokeShareLink } from './share-links.ts';
export type { ListedShareLink, NewShareLink, ShareLink } from './share-links.ts';
export { answersAmong } from './share-links-answers.ts';
export { repriceStored } from './reprice.ts';
export { reprocessStored } from './reprocess.ts';
export type { Reprocessed, ReprocessCursor } from './reprocess.ts';
export type { ReadBody } from './reprocess-payloads.ts';
export type { RepriceCursor } from './reprice.ts';
export { ensureProject } from './projects.ts';
export type { Project } from './projects.ts';
export { endedAccess } from './ended-access.ts';
export type { Access, AccessEnd } from './ended-access.ts';
export { hasTraces } from './queries/has-traces.ts';
export { compareArguments } from './queries/compare-arguments.ts';
export type { CallArguments } from './queries/compare-arguments.ts';
export { liveCalls } from './queries/live-calls.ts';
export type { LiveCallRow } from './queries/live-calls.ts';
export { liveRecent } from './queries/live-recent.ts';
export { liveRelated } from './queries/live-related.ts';
export { liveSpans } from './queries/live-spans.ts';
export type { LiveSpanRow } from './queries/live-spans.ts';
export { liveTraces } from './queries/live-traces.ts';
export type { LiveFilter, LiveTrace } from './queries/live-traces.ts';
export { latestArrival } from './queries/latest-arrival.ts';
export type { Arrival } from './queries/latest-arrival.ts';
export { pricedModels } from './queries/priced-models.ts';
export type { PricedModel } from './queries/priced-models.ts';
export { recentRejections } from './queries/recent-rejections.ts';
export type { Rejection } from './queries/recent-rejections.ts';
export { sessionAnswers } from './queries/session-answers.ts';
export type { SessionAnswer } from './queries/session-answers.ts';
export { hasSessions } from './queries/session-exists.ts';
export { sessionSummary } from './queries/session-summary.ts';
export type { SessionKey, SessionSummary } from './queries/session-summary.ts';
export type { SessionSums } from './queries/session-sums.ts';
export { sessionTurns } from './queries/session-turns.ts';
export type { SessionTurn } from './queries/session-turns.ts';
export { sessionsList } from './queries/sessions-list.ts';
export type { SessionListRow } from './queries/sessions-list.ts';
export { sessionsTotals } from './queries/sessions-totals.ts';
export type { SessionTotals } from './queries/sessions-totals.ts';
export { callPreviews } from './queries/call-previews.ts';
export type { CallPreview } from './queries/call-previews.ts';
export { streamingCalls } from './queries/streaming-calls.ts';
export type { StreamingCall, StreamingSpan } from './queries/streaming-calls.ts';
export { callText } from './queries/call-text.ts';
export type { CallText, CallTextField, CallTextPiece } from './queries/call-text.ts';
export { streamSpanIds } from './queries/span-ids.ts';
export { spanPayload, type PayloadPiece } from './queries/span-payload.ts';
export { spanReceipt } from './queries/span-receipt.ts';
export type { SpanReceipt } from './queries/span-receipt.ts';
export { thinkingCoverage } from './queries/thinking-coverage.ts';
export type { ThinkingCoverage } from './queries/thinking-coverage.ts';
export { traceCalls } from './queries/trace-calls.ts';
export type { TraceCallRow } from './queries/trace-calls.ts';
export { traceLinks, type TraceLink } from './queries/trace-links.ts';
export type { TraceCondition } from './queries/trace-conditions.ts';
export { traceFacets } from './queries/trace-facets.ts';
export type { FacetField, TraceFacets } from './queries/trace-facets.ts';
export { traceFind } from './queries/trace-find.ts';
export type { ShownTexts } from './queries/trace-find.ts';
export { traceHighlights } from './queries/trace-highlights.ts';
export type { TraceHighlight } from './queries/trace-highlights.ts';
export { traceList } from './queries/trace-list.ts';
export type { TraceList } from './queries/trace-list.ts';
export type { TraceCosts, TraceFilter, TraceListRow } from './queries/trace-list-row.ts';
export type { TraceCursor, TraceSort } from './queries/trace-orders.ts';
export { traceAround } from './queries/trace-around.ts';
export { TraceBlocks } from './queries/trace-blocks.ts';
export { traceRest } from './queries/trace-rest.ts';
export type { TracePosition } from './queries/trace-rest.ts';
export { traceOpening } from './queries/trace-opening.ts';
export { spanColumns, traceColumns } from './queries/trace-columns.ts';
export type { TraceColumns } from './queries/trace-columns.ts';
export { traceSpans } from './queries/trace-spans.ts';
export type { TraceSpanRow } from './queries/trace-spans.ts';
export { payloadSize } from './queries/payload-size.ts';
export { traceSize } from './queries/trace-size.ts';
export { traceSummary } from './queries/trace-summary.ts';
export { tracesWithoutEnd } from './queries/traces-without-end.ts';
export type { TraceSummary } from './queries/trace-summary.ts';
export { isGeneration, traceGenerations } from './queries/trace-generations.ts';
export type { TraceGenerationRow } from './queries/trace-generations.ts';
export { tracePayloads } from './queries/trace-payloads.ts';
export { traceResults } from './queries/trace-results.ts';
export type { TraceResult } from './queries/trace-results.ts';
export { streamTexts } from './queries/trace-texts.ts';
export type { IndexedTexts, TraceTexts } from './queries/trace-texts.ts';
export type { CallKey, TraceKey } from './row-keys.ts';
export { traceTotals } from './queries/trace-totals.ts';
export type { TraceTotals } from './queries/trace-totals.ts';
export { traceVersion } from './queries/trace-version.ts';
export { spansNamed } from './queries/spans-named.ts';
export { spendByDay } from './queries/spend-by-day.ts';
export type { SpendOfDay } from './queries/spend-by-day.ts';
export { retriesAfterHidden } from './queries/retries-after-hidden.ts';
export type { Retries, RetriesOfTool } from './queries/retries-after-hidden.ts';
export { spendByCut } from './queries/spend-by-cut.ts';
export type { RollupCut, SpendQuery, SpendOfCut } from './queries/spend-by-cut.ts';
export type { CallCondition, SpendMeasures, SpendRange } from './queries/spend-measures.ts';
export { spendOfTraces } from './queries/spend-of-traces.ts';
export type { SpendOfTraces, TraceCut, TracesQuery } from './queries/spend-of-traces.ts';
export { thinkingByToolOfTraces } from './queries/thinking-by-tool-of-traces.ts';
export type { ThinkingOfTraces } from './queries/thinking-by-tool-of-traces.ts';
export { topThoughts } from './queries/top-thoughts.ts';
export type { TopThought } from './queries/top-thoughts.ts';
export { topThoughtsOfModels } from './queries/top-thoughts-of-models.ts';
export type { ThoughtOfModel } from './queries/top-thoughts-of-models.ts';
export { thinkingByTool } from './queries/thinking-by-tool.ts';
export type { ThinkingOfTool } from './queries/thinking-by-tool.ts';
export type {
  CallRecord,
  CallTexts,
  LogRecordCall,
  LogRecordThinking,
  PriceRecord,
  SpanKind,
  SpanRecord,
  SpanStatus,
  StorableSpan,
  TraceFacts,
} from './span-record.ts';
export { compileRules, UnusableRules } from './masking/compile-rules.ts';
export type { UsableRules } from './masking/compile-rules.ts';
export { KEY_MARK } from './masking/masker.ts';
export type { Masker, Masking } from './masking/masker.ts';
export { isFigure } from './masking/key-names.ts';
export { cutTo } from './masking/cut-text.ts';
export { strictest } from './masking/keep-text.ts';
export type { Keeper } from './masking/keep-text.ts';
export { isRaw, losslessJson } from './masking/lossless-json.ts';
export { ENTITIES, LARGEST_LIMIT, LEVELS, OPEN_RULES, projectRules, storedRules } from './masking/rules.ts';
export type { CaptureLevel, CaptureLevels, EntityName, ProjectRules, SizeLimits, TextKind } from './masking/rules.ts';
export { findProjectRules, saveProjectRules } from './project-rules.ts';
export type { StoredRules } from './project-rules.ts';
export {
  askReplay,
  dropQuarantined,
  noteRefused,
  projectsAskingReplay,
  quarantine,
  quarantinedBodies,
  quarantineSummary,
} from './quarantine.ts';
export type {
  QuarantinedRow,
  QuarantinedSpan,
  QuarantineFilter,
  QuarantineSummary,
  RefusedAgain,
} from './quarantine.ts';
export { quarantineBytes } from './queries/quarantine-bytes.ts';
export type { QuarantinedBytes } from './queries/quarantine-bytes.ts';
export { quarantinePage } from './queries/quarantine-page.ts';
export type { QuarantineCursor, QuarantineItem, QuarantinePage } from './queries/quarantine-page.ts';
export { checkSums, repairSums } from './recount.ts';
export type { Difference } from './recount.ts';
export { isFaultOfData, refusalOf, sqlState } from './retry.ts';
export { isStorableText, NOT_STORABLE } from './storable-text.ts';
export { renewStatistics } from './statistics.ts';
export { countKinds, createObservedWriteBatch, createWriteBatch } from './write-batch.ts';
export type { Commit, ObservedWriteBatch, WriteBatch, WriteResult } from './write-batch.ts';
