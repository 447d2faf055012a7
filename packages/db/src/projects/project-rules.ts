/**
 * The masking and capture rules of a project: one row, which counts its changes and holds the key of the project's
 * digests.
 */
import { randomBytes } from 'node:crypto';
import type { Sql } from '../postgres/connect.ts';
import { HASH_KEY, type ProjectRules } from '@subtext/privacy';

export interface StoredRules {
  /** Starts at 1. */
  version: number;
  /** As stored. compileRules checks whether they are usable. */
  rules: unknown;
}

/** undefined when the project has no rules, so everything is stored. */
export async function findProjectRules(
  sql: Sql,
  projectId: string,
): Promise<(StoredRules & { updatedAt: Date }) | undefined> {
  const [row] = await sql<(StoredRules & { updatedAt: Date })[]>`
    SELECT rules, version, updated_at AS "updatedAt" FROM project_rules WHERE project_id = ${projectId}`;
  return row && { ...row };
}

export interface SaveRules {
  projectId: string;
  rules: ProjectRules;
  /** The version that the user saw before the change; 0 = there were no rules. */
  seen: number;
  /** Id of the user who saves the rules. */
  by: string | null;
}

/**
 * Resolves to the new version. Resolves to undefined and saves nothing when another user has changed the rules
 * meanwhile. The digest key is created with the first rules and never changes, because with another key equal texts
 * would get different digests.
 */
export async function saveProjectRules(
  sql: Sql,
  { projectId, rules, seen, by }: SaveRules,
): Promise<number | undefined> {
  const json = JSON.stringify(rules);
  const key = randomBytes(32).toString('hex');
  const [row] =
    seen === 0
      ? await sql<{ version: number }[]>`
          INSERT INTO project_rules (project_id, rules, updated_by)
          VALUES (${projectId}, ${json}::text::jsonb || jsonb_build_object('hashKey', ${key}::text), ${by})
          ON CONFLICT (project_id) DO NOTHING RETURNING version`
      : await sql<{ version: number }[]>`
          UPDATE project_rules SET version = version + 1, updated_at = now(), updated_by = ${by},
            rules = ${json}::text::jsonb || jsonb_build_object('hashKey',
              CASE WHEN rules ->> 'hashKey' ~ ${HASH_KEY.source} THEN rules ->> 'hashKey' ELSE ${key}::text END)
          WHERE project_id = ${projectId} AND version = ${seen} RETURNING version`;
  return row?.version;
}
