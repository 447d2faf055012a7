/**
 * The tables of a backup. A test compares the two lists with the migrated database, so a new table must be added to one
 * of them.
 */

/** Parents come before the tables that reference them, because rows are loaded in this order. */
export const BACKUP_TABLES = [
  'users',
  'organizations',
  'organization_members',
  'projects',
  'accounts',
  'two_factors',
  'passkeys',
  'project_members',
  'invitations',
  'api_keys',
  'project_rules',
  'saved_views',
  'share_links',
  'audit_entries',
  'organization_audit_entries',
  'prices',
  'project_prices',
  'retention_periods',
  'traces',
  'joined_traces',
  'scores',
  'spans',
  'tool_calls',
  'tool_call_texts',
  'payloads',
  'model_rollups',
  'tool_rollups',
  'quarantine',
  'alert_destinations',
  'alert_rules',
  'alert_events',
  'budgets',
  'budget_events',
  'legal_holds',
  'deletions',
  'deletion_traces',
  'export_targets',
  'export_runs',
  'provider_keys',
  'experiments',
  'experiment_steps',
  'experiment_answers',
] as const;

/** Tables that stay empty after a restore, with the reason. */
export const TABLES_LEFT_OUT = {
  sessions: 'a file must not be able to sign anybody in, nor bring back a session that has ended since',
  verifications: 'sign-in links are valid once and for minutes',
  alert_deliveries: 'a restored server must not send the messages of another time again',
  idempotency_keys: 'kept for a day, for requests to the server it was made on',
  trace_evidence: 'computed again from the stored traces',
  evidence_walks: 'say how far that is, so a restored server begins again',
  trace_checks: 'computed again from the stored traces',
  check_findings: 'computed again from the stored traces',
  call_origins: 'computed again from the stored traces',
  billed_thinking: 'computed again from the stored traces',
  stored_batches: 'kept for minutes, and numbered by the transactions of the server it was made on',
} as const;

/** The manifest lists the migrations instead, and a restore applies them itself. */
export const MIGRATIONS_TABLE_NAME = '_prisma_migrations';
