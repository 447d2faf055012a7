-- Organizations own projects. An owner of an organization is an owner of each of its projects (packages/db,
-- project-roles.ts).
CREATE TABLE organizations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE organization_members (
  organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX organization_members_user_id_idx ON organization_members (user_id);

-- Stored projects get one organization. A new database has none: it comes with the first project (projects.ts).
INSERT INTO organizations (id, name)
SELECT '00000000-0000-4000-8000-000000000001', 'My organization' WHERE EXISTS (SELECT FROM projects);
-- Nobody may see more after the update than before. So only those who own every project own the organization, and who
-- owns some of them is its member.
INSERT INTO organization_members (organization_id, user_id, role)
SELECT '00000000-0000-4000-8000-000000000001', user_id,
  CASE WHEN count(*) = (SELECT count(*) FROM projects) THEN 'owner' ELSE 'member' END
FROM project_members WHERE role = 'owner' GROUP BY user_id;

ALTER TABLE projects ADD COLUMN organization_id uuid;
UPDATE projects SET organization_id = '00000000-0000-4000-8000-000000000001';
ALTER TABLE projects ALTER COLUMN organization_id SET NOT NULL;
ALTER TABLE projects ADD CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id);
CREATE INDEX projects_organization_id_idx ON projects (organization_id);

-- An archived project keeps everything and takes nothing.
ALTER TABLE projects ADD COLUMN archived_at timestamptz;
-- From this time on nobody sees the project, and its rows are being deleted.
ALTER TABLE projects ADD COLUMN deletion_requested_at timestamptz;
-- Who requested the deletion, the rows there were, and the rows deleted so far, by table.
ALTER TABLE projects ADD COLUMN deletion jsonb;

-- The audit log of an organization: it outlives the projects. Has the columns of audit_entries.
CREATE TABLE organization_audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations (id),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id text,
  actor_email text NOT NULL,
  action text NOT NULL,
  target text,
  before jsonb,
  after jsonb,
  address text
);
CREATE INDEX organization_audit_entries_organization_id_idx ON organization_audit_entries (organization_id, id DESC);

CREATE FUNCTION refuse_organization_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log cannot be changed or deleted (% on organization_audit_entries).', TG_OP
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The entries of a project are deleted in pieces once the deletion of the whole project was requested.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id AND deletion_requested_at IS NULL) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'Entries of the audit log cannot be changed or deleted (% on audit_entries).', TG_OP
    USING ERRCODE = 'insufficient_privilege', HINT = 'They are deleted only with their whole project.';
END
$$;
-- Citus has no triggers on its tables; there, only the code refuses (docs/audit.md).
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    CREATE TRIGGER organization_audit_entries_append_only BEFORE UPDATE OR DELETE ON organization_audit_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_organization_audit_change();
    CREATE TRIGGER organization_audit_entries_no_truncate BEFORE TRUNCATE ON organization_audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_organization_audit_change();
  END IF;
END
$$;
