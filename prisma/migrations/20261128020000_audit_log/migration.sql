-- What people changed, exported and signed in to, by project. E-mail and action are copied, so that an entry says the
-- same after its user has left.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_id text,
  actor_email text NOT NULL,
  -- The tRPC path of the change, or the name of another action.
  action text NOT NULL,
  -- What was changed: a name, an address, the id of a trace.
  target text,
  before jsonb,
  after jsonb,
  -- Network address of the client; null when it is not known.
  address text
);
CREATE INDEX audit_entries_project_id_idx ON audit_entries (project_id, id DESC);

-- Entries are never changed. They are deleted only with their whole project, whose row is gone when the cascade comes.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF NOT EXISTS (SELECT FROM projects WHERE id = OLD.project_id) THEN
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
    CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
    CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  END IF;
END
$$;
