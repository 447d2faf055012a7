-- Makes the tables of a fresh Subtext distributed ones, on a database with the extension `citus`. Applied by packages/db/src/distribute.ts after
-- the migrations; every statement may be run again. The rules it depends on are held by packages/db/src/distribute.test.ts.

-- On every node and small: whatever is looked up by something else than the project.
-- A table that a later migration made is known already, as one of the coordinator alone, where it refers to one of these.
SELECT create_reference_table(name::regclass) FROM unnest(ARRAY['organizations', 'projects', 'users', 'passkeys', 'sessions', 'accounts', 'verifications', 'two_factors', 'project_members',
  'invitations', 'api_keys', 'project_rules', 'saved_views', 'share_links', 'prices', 'project_prices', 'audit_entries', 'retention_periods',
  'organization_members', 'organization_audit_entries']) WITH ORDINALITY AS wanted (name, place)
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND repmodel = 't') ORDER BY place;

-- What grows: the rows of a project stand together on one node, so that joins and transactions of a project stay there.
SELECT create_distributed_table('traces', 'project_id')
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'traces'::regclass);
SELECT create_distributed_table(name::regclass, 'project_id', colocate_with => 'traces') FROM unnest(ARRAY['spans', 'tool_calls', 'tool_call_texts',
  'payloads', 'model_rollups', 'tool_rollups', 'quarantine', 'stored_batches', 'joined_traces', 'scores',
  'alert_destinations', 'alert_rules', 'alert_events', 'alert_deliveries', 'budgets', 'budget_events',
  'deletions', 'deletion_traces', 'legal_holds', 'idempotency_keys', 'export_targets', 'export_runs',
  'trace_evidence', 'evidence_walks', 'trace_checks', 'check_findings', 'call_origins', 'billed_thinking',
  'provider_keys', 'experiments', 'experiment_steps', 'experiment_answers']) AS wanted (name)
WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'h');
