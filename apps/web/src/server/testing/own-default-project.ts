/** The first project, for tests whose owner must not own every other project of the organization too. */
import { ensureProject, type Sql } from '@subtext/db';

/** Makes the users who own the organization owners of the project `default` instead. Resolves to its id. */
export async function ownDefaultProject(sql: Sql): Promise<string> {
  const { id } = await ensureProject(sql, { slug: 'default', name: 'Default' });
  await sql`
    WITH owners AS (DELETE FROM organization_members RETURNING user_id)
    INSERT INTO project_members (project_id, user_id, role) SELECT ${id}, user_id, 'owner' FROM owners
    ON CONFLICT (project_id, user_id) DO NOTHING`;
  return id;
}
