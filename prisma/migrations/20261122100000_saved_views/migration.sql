-- Views of a list that people keep: the part of the address that says what is shown, under a name, for everyone of the project.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- What the address says: q, range, sort, cols, density; only what differs from the list's own.
  params jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- NULL = the person is gone.
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (project_id, name)
);
