/** For tests of backups: a database in which every table has rows, and a summary of its content. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { connect, type Sql } from '../postgres/connect.ts';
import { quarantine } from '../maintain/quarantine.ts';
import { FIRST_ORGANIZATION } from '../projects/projects.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from './new-project.ts';
import { storableSpans } from './storable-spans.ts';
import { createWriteBatch } from '../write/write-batch.ts';
import { BACKUP_TABLES } from '../backup/tables.ts';

/** Contains everything that COPY's text format must escape. */
const AWKWARD = 'a\tb\\c\nd\r\\N \\. "quoted" \u{1F9E0} \u0001';

export async function databaseWithRows(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { sql } = database;
  const project = await newProject(sql);
  await sql`insert into users (id, name, email) values ('ada', ${AWKWARD}, 'ada@example.com'), ('\\N', '', '')`;
  await sql`insert into accounts (id, user_id, account_id, provider_id, issuer) values ('a', 'ada', 'ada', 'link', '')`;
  await sql`insert into two_factors (id, user_id, secret, backup_codes, verified) values ('t', 'ada', ${AWKWARD}, ${AWKWARD}, true)`;
  await sql`insert into passkeys (id, user_id, name, credential_id, public_key, counter, device_type, backed_up)
    values ('p', 'ada', ${AWKWARD}, 'c', 'k', ${2 ** 32 - 1}, 'singleDevice', false)`;
  await sql`insert into organization_members (organization_id, user_id, role) values (${FIRST_ORGANIZATION.id}, 'ada', 'owner')`;
  await sql`insert into project_members (project_id, user_id, role) values (${project}, 'ada', 'owner')`;
  await sql`insert into invitations (project_id, email, role, hash, created_by, expires_at)
    values (${project}, 'bob@example.com', 'member', '\\x00ff5c', 'ada', now())`;
  await sql`insert into api_keys (project_id, name, hash, last_four, scopes) values (${project}, ${AWKWARD}, '\\x0a', 'abcd', '{ingest}')`;
  await sql`insert into project_rules (project_id, rules) values (${project}, ${sql.json({ names: [AWKWARD] })})`;
  await sql`insert into saved_views (project_id, name, params) values (${project}, 'v', ${sql.json({ q: AWKWARD })})`;
  await sql`insert into audit_entries (project_id, actor_email, action) values (${project}, 'ada@example.test', 'keys.create')`;
  await sql`insert into organization_audit_entries (organization_id, actor_email, action)
    values (${FIRST_ORGANIZATION.id}, 'ada@example.test', 'projects.create')`;
  await sql`insert into share_links (project_id, trace_id, hash, shows_thoughts, shows_said, shows_arguments, shows_results, created_by)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, '\\x5c4e', true, false, true, false, 'ada')`;
  await sql`insert into joined_traces (project_id, trace_id, into_trace_id)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, ${Buffer.alloc(16, 0x0a)})`;
  await sql`insert into scores (project_id, trace_id, target, name, number, comment, source, idempotency_key, updated_at)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, 'trace', ${AWKWARD}, 0.1, ${AWKWARD}, 'api', ${AWKWARD}, now())`;
  await sql`insert into alert_destinations (project_id, name, kind, address, secret) values (${project}, ${AWKWARD}, 'webhook', 'https://example.com', 's')`;
  await sql`insert into alert_rules (project_id, name, rule, evaluated_until) values (${project}, ${AWKWARD}, '{}', now())`;
  await sql`insert into alert_events (project_id, rule_id, at, state, value, message) values (${project}, gen_random_uuid(), now(), 'firing', 0.1, ${AWKWARD})`;
  await sql`insert into alert_deliveries (project_id, destination_id, message) values (${project}, gen_random_uuid(), '{}')`;
  await sql`insert into budgets (project_id, name, subject, subject_name, amount, period, thresholds)
    values (${project}, ${AWKWARD}, 'user', ${AWKWARD}, ${2n ** 62n}, 'month', '{50,100}')`;
  await sql`insert into budget_events (project_id, budget_id, at, period_start, threshold, spent, amount, unpriced, message)
    values (${project}, gen_random_uuid(), now(), now(), 50, 1, 2, 0, ${AWKWARD})`;
  await sql`insert into legal_holds (project_id, kind, value, reason, placed_by, lifted_at, lifted_by) values (${project}, 'user', ${AWKWARD}, ${AWKWARD}, 'ada', now(), 'ada')`;
  await sql`insert into deletions (project_id, requested_by, condition) values (${project}, ${sql.json({ email: AWKWARD })}, '{}')`;
  await sql`insert into deletion_traces (project_id, deletion_id, trace_id, day, spans) select project_id, id, ${Buffer.alloc(16, 0x5c)}, current_date, 1 from deletions`;
  await sql`insert into export_targets (project_id, name, place, secret, format, next_at, saved_by)
    values (${project}, ${AWKWARD}, ${sql.json({ kind: 'directory', folder: AWKWARD })}, '\\x5c0a', 'jsonl', now(), '{}')`;
  await sql`insert into export_runs (project_id, target_id, target_name, format, kind, is_scheduled, requested_by, state, reason, finished_at)
    values (${project}, gen_random_uuid(), ${AWKWARD}, 'jsonl', 'full', false, ${sql.json({ email: AWKWARD })}, 'failed', ${AWKWARD}, now())`;
  await sql`insert into evidence_walks (project_id, checks_version) values (${project}, 1)`;
  await sql`insert into trace_checks (project_id, trace_id, check_id, started_at, findings, certain, without_tokens, without_cost, not_checked)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, 'repeated', now(), 1, 1, 1, 1, 0)`;
  await sql`insert into check_findings (project_id, trace_id, number, check_id, span_id, confidence, evidence)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, 0, 'repeated', ${Buffer.alloc(8, 0x5c)}, 'certain', ${sql.json([AWKWARD])})`;
  await sql`insert into call_origins (project_id, trace_id, span_id, call_index, unsourced, invented, origins)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, ${Buffer.alloc(8, 0x5c)}, 0, 0, 0, ${sql.json({ values: [] })})`;
  await sql`insert into billed_thinking (project_id, trace_id, day, model, basis, steps, tokens, bytes)
    values (${project}, ${Buffer.alloc(16, 0x5c)}, '2026-11-28', ${AWKWARD}, 'verbatim', 1, 1, 1)`;
  await sql`insert into provider_keys (project_id, provider, label, secret, last_four, base_url, saved_by)
    values (${project}, 'openai', ${AWKWARD}, '\\x5c0a', '1234', 'https://example.com', '{}')`;
  await sql`insert into experiments (project_id, name, q, wanted_steps, arms, repeats, max_output_tokens, runs_on, budget, spent, state, reason, made_by, finished_at)
    values (${project}, ${AWKWARD}, ${AWKWARD}, 1, '[]', 3, 100, 'worker', ${2n ** 62n}, 1, 'failed', ${AWKWARD}, '{}', now())`;
  await sql`insert into experiment_steps (project_id, experiment_id, trace_id, span_id, position, model, cost)
    select project_id, id, ${Buffer.alloc(16, 0x5c)}, ${Buffer.alloc(8, 0x5c)}, 0, ${AWKWARD}, ${2n ** 62n} from experiments`;
  await sql`insert into experiment_answers (project_id, experiment_id, trace_id, span_id, arm, repeat, position, state, calls, text)
    select project_id, experiment_id, trace_id, span_id, 0, 1, 0, 'answered', ${sql.json([{ name: AWKWARD }])}, ${AWKWARD} from experiment_steps`;
  await sql`insert into idempotency_keys (project_id, operation, key, body_digest, status, answer) values (${project}, 'POST x', ${AWKWARD}, '\\x0a', 200, '{}')`;
  for (const model of ['m1', 'm2', 'm3'])
    await sql`insert into prices (provider, model, matched_model, source, as_of, input_rate, output_rate)
      values ('p', ${model}, ${model}, 's', '2026-01-01', 1, ${2n ** 62n})`;
  // The last number that the sequence gave out belongs to a deleted row.
  await sql`delete from prices where model = 'm3'`;
  await sql`insert into project_prices (project_id, provider, model, valid_from, input_rate, output_rate) values (${project}, 'p', 'm', now(), 1, 2)`;
  await sql`insert into retention_periods (project_id, environment, keep_days) values (${project}, ${AWKWARD}, 7), (${project}, '', null)`;
  await quarantine(sql, [
    { projectId: project, reason: AWKWARD, contentType: 'text/plain', body: Buffer.from([0, 10, 92, 255]) },
  ]);
  await sql`insert into sessions (id, user_id, token, expires_at) values ('s', 'ada', 'secret-of-a-session', now() + interval '1 day')`;
  await sql`insert into verifications (id, identifier, value, expires_at) values ('v', 'i', 'secret-of-a-link', now() + interval '1 day')`;
  for (const spans of fc.sample(storableSpans(), { numRuns: 20, seed: 4 }))
    await createWriteBatch(sql)(
      spans.map((span) => ({ ...span, projectId: project, body: JSON.stringify({ AWKWARD }) })),
    );
  await sql`insert into tool_call_texts (project_id, day, trace_id, span_id, call_index, preamble, thoughts)
    select project_id, day, trace_id, span_id, call_index, ${AWKWARD}, ${[AWKWARD, '', 'NULL']} from tool_calls`;
  return database;
}

/** Creates an empty database on the server of `database`. */
export async function emptyDatabase(database: TestDatabase): Promise<TestDatabase> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await database.sql.unsafe(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const sql = connect(url.toString());
  const drop = async () => {
    await sql.end();
    await database.sql.unsafe(`drop database ${name} with (force)`);
  };
  return { url: url.toString(), sql, drop };
}

export interface StoredRows {
  rows: number;
  /** Equal for the same rows in any order. */
  checksum: string;
}

/** Returns count and checksum of each table of a backup. */
export async function storedRows(sql: Sql): Promise<Record<string, StoredRows>> {
  const stored: Record<string, StoredRows> = {};
  for (const table of BACKUP_TABLES) {
    const [row] = await sql.unsafe<StoredRows[]>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(row::text, 0)), 0)::text as checksum from ${table} as row`,
    );
    stored[table] = row!;
  }
  return stored;
}
