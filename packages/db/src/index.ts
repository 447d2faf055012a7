/** Everything of the database that other packages may use. */
export {
  API_KEY_SCOPES,
  createApiKey,
  createMemberApiKey,
  findApiKey,
  markApiKeysUsed,
  revokeApiKey,
  rotateApiKey,
} from './projects/api-keys.ts';
export type { ApiKey, ApiKeyScope, NewApiKey } from './projects/api-keys.ts';
export { BackupError, checkBackup, restoreBackup, writeBackup } from './backup/index.ts';
export type {
  BackupOptions,
  BackupSummary,
  RestoreOptions,
  RestoreSummary,
  TableSums,
  TransferProgress,
} from './backup/index.ts';
export { connect, poolState } from './postgres/connect.ts';
export type { ConnectOptions, PoolState, Sql, TransactionSql } from './postgres/connect.ts';
export { changeScore, lockScore, removeScore } from './write/change-score.ts';
export type { StoredScore } from './write/change-score.ts';
export { deleteTrace } from './write/delete-trace.ts';
export { markTraces, MAX_CHANGED_TAGS, TooManyTags } from './write/mark-traces.ts';
export { removeEmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './postgres/embedded-postgres.ts';
export { jsonDigest, textDigest } from './rows/json-key.ts';
export { canFollow, feedPosition, storedBetween } from './read/live/live-feed.ts';
export type { FeedPosition, SpanIds } from './read/live/live-feed.ts';
export { currentKeyOf } from './write/joined-into.ts';
export { forgetStoredBatches } from './write/live-note.ts';
export { isMigrated, migrate } from './postgres/migrate.ts';
export { isAlive } from './postgres/postgres-keeper.ts';
export type { MigrateOptions } from './postgres/migrate.ts';
export { ensurePartitions } from './postgres/partitions.ts';
export { deleteRequestedProjects } from './maintain/project-deletion.ts';
export type { DeletedProject } from './maintain/project-deletion.ts';
export { requestDeletion, rowsOf } from './projects/deletion-request.ts';
export type { Deletion } from './projects/deletion-request.ts';
export { runTraceDeletions } from './maintain/trace-deletion.ts';
export {
  MAX_OPEN_DELETIONS,
  previewTraceDeletion,
  requestTraceDeletion,
  stopTraceDeletion,
  traceDeletion,
  traceDeletions,
} from './projects/trace-deletions.ts';
export type {
  DeletionCounts,
  DeletionPreview,
  KeptByHold,
  TraceDeletion,
  TraceDeletionState,
} from './projects/trace-deletions.ts';
export {
  advanceSchedule,
  createExportTarget,
  dueExportTargets,
  exportTarget,
  exportTargets,
  MAX_EXPORT_TARGETS,
  removeExportTarget,
  scheduleExports,
  sealedSecret,
} from './projects/export-targets.ts';
export type { ExportFormat, ExportPlace, ExportTargetKey, ExportTargetRow } from './projects/export-targets.ts';
export {
  beginExportAttempt,
  endExport,
  exportRun,
  exportRuns,
  openExports,
  requestExport,
  saveExportProblem,
  saveExportProgress,
  stopExport,
  withdrawExportAttempt,
} from './projects/export-runs.ts';
export type { ExportKind, ExportProgress, ExportRun, ExportRunState } from './projects/export-runs.ts';
export {
  MAX_PROVIDER_KEYS,
  providerKeys,
  removeProviderKey,
  saveProviderKey,
  sealedProviderKey,
} from './projects/provider-keys.ts';
export type { NewProviderKey, ProviderKey, ProviderKeyId } from './projects/provider-keys.ts';
export { endExperiment, experiment, experiments, openExperiments, resumeExperiment } from './experiments/index.ts';
export { createExperiment, MAX_EXPERIMENT_ANSWERS, MAX_EXPERIMENT_STEPS, sampleSteps } from './experiments/index.ts';
export { TRACES_DRAWN_FROM, claimAnswer, failuresInARow, finishExperiment } from './experiments/index.ts';
export { leaveAnswerOut, releaseAnswer, RENEW_LEASE_MS, renewLease } from './experiments/index.ts';
export { reserveAnswer, settleAnswer } from './experiments/index.ts';
export { experimentAnswersOf, experimentResults, experimentSteps } from './experiments/index.ts';
export type { Experiment, ExperimentArm, ExperimentEnd, ExperimentKey, ExperimentRunner } from './experiments/index.ts';
export type { ExperimentState, NewExperiment, RecordedStep, StepsQuery, AnswerCall } from './experiments/index.ts';
export type {
  AnswerEnd,
  AnswerFigures,
  AnswerKey,
  ArgumentsMatch,
  AttemptKey,
  Reservation,
} from './experiments/index.ts';
export type { AnswerResult, AnswerTexts, ExperimentStepRow } from './experiments/index.ts';
export { DELETION_KINDS, deletionWords } from './projects/deletion-condition.ts';
export type { DeletionCondition, DeletionKind, DeletionTarget } from './projects/deletion-condition.ts';
export { answerOnce, forgetIdempotencyKeys } from './projects/idempotency-keys.ts';
export type { Answer, IdempotentRequest } from './projects/idempotency-keys.ts';
export { isProjectHeld, legalHolds, liftHold, MAX_LEGAL_HOLDS, placeHold } from './projects/legal-holds.ts';
export type { HoldRefusal, HoldTarget, LegalHold } from './projects/legal-holds.ts';
export { HOLD_KINDS, OnHold } from './rows/legal-holds.ts';
export type { HoldKind } from './rows/legal-holds.ts';
export { deleteExpiredTraces } from './maintain/retention-periods.ts';
export {
  changeRetentionPeriod,
  expiredWith,
  MAX_RETENTION_PERIODS,
  retentionOfEnvironments,
} from './projects/retention-periods.ts';
export type { EnvironmentRetention, RetentionPeriod } from './projects/retention-periods.ts';
export { forgetOldDays } from './maintain/retention.ts';
export type { Forgotten } from './maintain/retention.ts';
export { indexClosedDays } from './rows/search-index.ts';
export { SEARCH_FIELDS } from './read/search/search-fields.ts';
export type { FoundCall, SearchField } from './read/search/search-fields.ts';
export { refineCalls } from './read/search/search-refine.ts';
export type { CallSearch, MatchedCall } from './read/search/search-refine.ts';
export { searchResults } from './read/search/search-results.ts';
export { searchSnippets } from './read/search/search-snippets.ts';
export type { CallSnippets } from './read/search/search-snippets.ts';
export { searchThoughts } from './read/search/search-thoughts.ts';
export type { FoundThought, FoundThoughts, ThoughtSearch } from './read/search/search-thoughts.ts';
export { createPrisma } from './postgres/prisma.ts';
export type { PrismaClient } from './postgres/prisma.ts';
export {
  dropProjectPrice,
  findProjectPrices,
  MAX_PROJECT_PRICES,
  ownPrice,
  saveProjectPrice,
} from './projects/project-prices.ts';
export type { NewProjectPrice, ProjectPrice } from './projects/project-prices.ts';
export {
  acceptInvitation,
  createInvitation,
  findInvitation,
  INVITATION_DAYS,
  listInvitations,
  MAX_INVITATIONS,
  revokeInvitation,
} from './projects/invitations.ts';
export type { Invitation, ListedInvitation } from './projects/invitations.ts';
export { auditPage, recordAudit, recordAuditOfUser, recordReading } from './projects/audit-log.ts';
export type {
  AuditActor,
  AuditEntry,
  AuditFilter,
  AuditScope,
  AuditValues,
  NewAuditEntry,
} from './projects/audit-log.ts';
export { inTransaction } from './postgres/in-transaction.ts';
export { whileAlone } from './postgres/while-alone.ts';
export { changeRole, projectMembers, removeMember } from './projects/members.ts';
export type { KeyDecision, RemovalRefusal, Refusal } from './projects/members.ts';
export {
  createShareLink,
  findShareLink,
  listShareLinks,
  MAX_SHARE_LINKS,
  revokeShareLink,
} from './projects/share-links.ts';
export type { ListedShareLink, NewShareLink, ShareLink } from './projects/share-links.ts';
export { answersAmong } from './projects/share-links-answers.ts';
export { repriceStored } from './maintain/reprice.ts';
export { reprocessStored } from './maintain/reprocess.ts';
export type { Reprocessed, ReprocessCursor } from './maintain/reprocess.ts';
export type { ReadBody } from './maintain/reprocess-payloads.ts';
export type { RepriceCursor } from './maintain/reprice.ts';
export {
  archiveProject,
  createProject,
  ensureFirstProject,
  ensureProject,
  FIRST_ORGANIZATION,
  renameProject,
} from './projects/projects.ts';
export {
  changeOrganizationRole,
  organizationMembers,
  organizationProjects,
  organizationsOfUser,
  renameOrganization,
} from './projects/organizations.ts';
export type { Organization, OrganizationProject, OrganizationRole } from './projects/organizations.ts';
export { projectRoles, projectsOfUser } from './projects/project-roles.ts';
export type { UserProject } from './projects/project-roles.ts';
export type { Project } from './projects/projects.ts';
export { endedAccess } from './projects/ended-access.ts';
export type { Access, AccessEnd } from './projects/ended-access.ts';
export { exportPage } from './read/export/export-page.ts';
export type { ExportCounts, ExportCursor, ExportLine, ExportPage, ExportQuery } from './read/export/export-page.ts';
export { EXPORT_FORMAT, EXPORT_SCHEMA } from './read/export/export-tables.ts';
export type { ExportTable, ExportType } from './read/export/export-tables.ts';
export { hasTraces } from './read/traces/has-traces.ts';
export { compareCalls } from './read/trace/compare-calls.ts';
export type { ComparedTexts } from './read/trace/compare-calls.ts';
export { liveCalls } from './read/live/live-calls.ts';
export type { LiveCallRow } from './read/live/live-calls.ts';
export { liveRecent } from './read/live/live-recent.ts';
export { liveRelated } from './read/live/live-related.ts';
export { liveSpans } from './read/live/live-spans.ts';
export type { LiveSpanRow } from './read/live/live-spans.ts';
export { liveTraces } from './read/live/live-traces.ts';
export type { LiveFilter, LiveTrace } from './read/live/live-traces.ts';
export { latestArrival } from './read/traces/latest-arrival.ts';
export type { Arrival } from './read/traces/latest-arrival.ts';
export { rollupNames } from './read/names/rollup-names.ts';
export type { RollupNames } from './read/names/rollup-names.ts';
export { senderNames } from './read/names/sender-names.ts';
export type { SenderName, SenderNames } from './read/names/sender-names.ts';
export { traceIdsBeginning } from './read/names/trace-ids.ts';
export { billedThinking } from './read/costs/billed-thinking.ts';
export type { BilledThinkingDay } from './read/costs/billed-thinking.ts';
export { pricedModels } from './read/costs/priced-models.ts';
export type { PricedModel } from './read/costs/priced-models.ts';
export { callOrigins } from './read/evidence/call-origins.ts';
export { checkSummaries, NO_CHECKS, type CheckSummary, type TraceChecks } from './read/evidence/check-summaries.ts';
export {
  countGenerations,
  evidenceGenerations,
  type EvidenceGenerationRow,
} from './read/evidence/evidence-generations.ts';
export { traceEvidence, type EvidenceState, type TraceEvidence } from './read/evidence/trace-evidence.ts';
export { stepNotChecked, type StepNotChecked } from './read/evidence/step-not-checked.ts';
export { traceFindings } from './read/evidence/trace-findings.ts';
export { scorePage, type ScoreCursor, type ScorePage, type ScoreQuery } from './read/scores/score-page.ts';
export type { ScoreRow } from './read/scores/score-row.ts';
export { NO_SCORES, scoreSummaries, type ScoreSummary, type TraceScores } from './read/scores/score-summaries.ts';
export { scoreWithKey } from './read/scores/score-with-key.ts';
export { traceScores } from './read/scores/trace-scores.ts';
export { recentRejections, type Rejection } from './read/quarantine/recent-rejections.ts';
export { sessionAnswers, type SessionAnswer } from './read/sessions/session-answers.ts';
export { hasSessions } from './read/sessions/session-exists.ts';
export { sessionSummary, type SessionKey, type SessionSummary } from './read/sessions/session-summary.ts';
export type { SessionSums } from './read/sessions/session-sums.ts';
export { sessionTurns, type SessionTurn } from './read/sessions/session-turns.ts';
export { sessionsList, type SessionListRow } from './read/sessions/sessions-list.ts';
export { sessionsRecovered } from './read/sessions/sessions-recovered.ts';
export { sessionsTotals, type SessionTotals } from './read/sessions/sessions-totals.ts';
export { callPreviews } from './read/trace/call-previews.ts';
export { cutAtWord } from './rows/cut-at-word.ts';
export type { CallPreview } from './read/trace/call-previews.ts';
export { streamingCalls, type StreamingCall, type StreamingSpan } from './read/trace/streaming-calls.ts';
export { callText, type CallText, type CallTextField, type CallTextPiece } from './read/trace/call-text.ts';
export { streamSpanIds } from './read/trace/span-ids.ts';
export { spanPayload, type PayloadPiece } from './read/trace/span-payload.ts';
export { spanReceipt, type SpanReceipt } from './read/trace/span-receipt.ts';
export { measuresByHour, spendByHour, type SpendOfHour, type TraceFactsFilter } from './read/costs/spend-by-hour.ts';
export { toolByHour, type ToolOfHour } from './read/costs/tool-by-hour.ts';
export { thinkingCoverage, type ThinkingCoverage } from './read/costs/thinking-coverage.ts';
export { traceCalls, type TraceCallRow } from './read/trace/trace-calls.ts';
export { traceLinks, type TraceLink } from './read/trace/trace-links.ts';
export type { TraceCondition } from './read/traces/trace-conditions.ts';
export { traceFacets, type FacetField, type TraceFacets } from './read/traces/trace-facets.ts';
export { traceFind, type ShownTexts } from './read/trace/trace-find.ts';
export { traceHighlights, type TraceHighlight } from './read/traces/trace-highlights.ts';
export { traceList, type TraceList } from './read/traces/trace-list.ts';
export type { TraceCosts, TraceCounts, TraceFilter, TraceListRow } from './read/traces/trace-list-row.ts';
export type { TraceCursor, TraceSort } from './read/traces/trace-orders.ts';
export { traceAround } from './read/trace/trace-around.ts';
export { TraceBlocks } from './read/trace/trace-blocks.ts';
export { traceRest, type TracePosition } from './read/trace/trace-rest.ts';
export { traceOpening } from './read/trace/trace-opening.ts';
export { spanColumns, traceColumns, type TraceColumns } from './read/trace/trace-columns.ts';
export { traceSpans, type TraceSpanRow } from './read/trace/trace-spans.ts';
export { payloadSize } from './read/trace/payload-size.ts';
export { traceSize } from './read/trace/trace-size.ts';
export { traceSummary } from './read/trace/trace-summary.ts';
export { traceEndings, type TraceEnding } from './read/traces/trace-endings.ts';
export type { TraceSummary } from './read/trace/trace-summary.ts';
export { earlierTurns, type EarlierTurn } from './read/trace/earlier-turns.ts';
export { firstGenerations, isGeneration, traceGenerations } from './read/trace/trace-generations.ts';
export type { TraceGenerationRow } from './read/trace/trace-generations.ts';
export { tracePayloads } from './read/trace/trace-payloads.ts';
export { traceResults, type TraceResult } from './read/trace/trace-results.ts';
export { streamTexts, type IndexedTexts, type TraceTexts } from './read/trace/trace-texts.ts';
export type { CallKey, TraceKey } from './rows/row-keys.ts';
export { traceTotals, type TraceTotals } from './read/traces/trace-totals.ts';
export { traceVersion } from './read/trace/trace-version.ts';
export { spansNamed } from './read/trace/spans-named.ts';
export { spendByCheck, type SpendByCheck, type SpendOfCheck } from './read/costs/spend-by-check.ts';
export { spendByScore, type ScoreOutcome, type SpendByScore, type SpendOfScore } from './read/costs/spend-by-score.ts';
export { spendByDay, type SpendOfDay } from './read/costs/spend-by-day.ts';
export { retriesAfterHidden, type Retries, type RetriesOfTool } from './read/costs/retries-after-hidden.ts';
export { spendByCut, type RollupCut, type SpendQuery, type SpendOfCut } from './read/costs/spend-by-cut.ts';
export { callsOfRuns, type RunCall } from './read/releases/release-calls.ts';
export { RELEASE_CUTS, runsByCut, runsOfSide } from './read/releases/release-runs.ts';
export type { ReleaseCut, ReleaseRun, ReleaseRuns } from './read/releases/release-runs.ts';
export { scoresOfRuns, type RunScore } from './read/releases/release-scores.ts';
export type { CallCondition, SpendMeasures, SpendRange } from './read/costs/spend-measures.ts';
export { latencyOf } from './read/costs/latency.ts';
export type { Latencies, LatencyCut, LatencyGrouping, LatencyOf } from './read/costs/latency.ts';
export { latencyOfTraces } from './read/costs/latency-of-traces.ts';
export { spendOfTraces, type SpendOfTraces, type TraceCut, type TracesQuery } from './read/costs/spend-of-traces.ts';
export { thinkingByToolOfTraces, type ThinkingOfTraces } from './read/costs/thinking-by-tool-of-traces.ts';
export { topThoughts, type TopThought } from './read/costs/top-thoughts.ts';
export { topThoughtsOfModels, type ThoughtOfModel } from './read/costs/top-thoughts-of-models.ts';
export { thinkingByTool, type ThinkingOfTool } from './read/costs/thinking-by-tool.ts';
export { findProjectRules, saveProjectRules, type StoredRules } from './projects/project-rules.ts';
export {
  askReplay,
  dropQuarantined,
  noteRefused,
  projectsAskingReplay,
  quarantine,
  quarantinedBodies,
  quarantineSummary,
} from './maintain/quarantine.ts';
export type {
  QuarantinedRow,
  QuarantinedSpan,
  QuarantineFilter,
  QuarantineSummary,
  RefusedAgain,
} from './maintain/quarantine.ts';
export { quarantineBytes, type QuarantinedBytes } from './read/quarantine/quarantine-bytes.ts';
export { quarantinePage } from './read/quarantine/quarantine-page.ts';
export type { QuarantineCursor, QuarantineItem, QuarantinePage } from './read/quarantine/quarantine-page.ts';
export { checkSums, repairSums, type Difference } from './maintain/recount.ts';
export { isFaultOfData, refusalOf, sqlState } from './postgres/retry.ts';
export { renewStatistics } from './maintain/statistics.ts';
export type { CallOriginsRow, FindingRow, NotCheckedCounts, TraceCheckRow } from './rows/evidence.ts';
export { claimEvidence, dueEvidence, evidenceBacklog, failEvidence } from './maintain/evidence/index.ts';
export { deleteEvidence, releaseEvidence, saveEvidence } from './maintain/evidence/index.ts';
export { projectsToWalk, walkStoredTraces } from './maintain/evidence/index.ts';
export type { ClaimedTrace, ComputedEvidence } from './maintain/evidence/index.ts';
export { MAX_SCORES_PER_TRACE, SCORE_SOURCES, SCORE_TARGETS } from './rows/scores.ts';
export type { ScoreContent, ScoreSource, ScoreTarget } from './rows/scores.ts';
export { writeScores, type NewScore } from './write/write-scores.ts';
export { countKinds, createObservedWriteBatch, createWriteBatch } from './write/write-batch.ts';
export type { Commit, ObservedWriteBatch, WriteBatch, WriteResult } from './write/write-batch.ts';
export {
  ALERT_DESTINATION_KINDS,
  alertDestinations,
  createAlertDestination,
  MAX_ALERT_DESTINATIONS,
  removeAlertDestination,
} from './alerts/alert-destinations.ts';
export type { AlertDestination, AlertDestinationKind, NewAlertDestination } from './alerts/alert-destinations.ts';
export {
  alertRule,
  alertRules,
  changeAlertRule,
  createAlertRule,
  dueAlertRules,
  lockAlertRule,
  MAX_ALERT_RULES,
  removeAlertRule,
  withDueAlertRule,
} from './alerts/alert-rules.ts';
export type { AlertRuleKey, AlertRuleRow, AlertRuleState, AlertState } from './alerts/alert-rules.ts';
export {
  budgetOf,
  budgetsOf,
  changeBudget,
  createBudget,
  dueBudgets,
  MAX_BUDGETS,
  reachedBudgets,
  removeBudget,
  withDueBudget,
} from './alerts/budgets.ts';
export type {
  BudgetKey,
  BudgetPeriod,
  BudgetRow,
  BudgetState,
  BudgetSubject,
  ReachedBudget,
  SavedBudget,
} from './alerts/budgets.ts';
export { addBudgetEvent, budgetEvents, type BudgetEvent, type NewBudgetEvent } from './alerts/budget-events.ts';
export { addAlertEvent, alertEvents, type AlertEvent, type NewAlertEvent } from './alerts/alert-events.ts';
export {
  alertDeliveries,
  claimDeliveries,
  forgetOldDeliveries,
  queueAlertMessage,
  recentAlertTests,
  saveDelivery,
} from './alerts/alert-deliveries.ts';
export type { DeliveryOutcome, DueDelivery, ListedDelivery } from './alerts/alert-deliveries.ts';
