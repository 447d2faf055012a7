-- What may not be deleted, and why. Lifted holds stay, for receipts that name them.
CREATE TABLE legal_holds (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('project', 'user', 'session', 'trace')),
  -- The id of the user or session, or that of the trace in hex digits.
  value text,
  reason text NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now(),
  -- The name of the user.
  placed_by text NOT NULL,
  lifted_at timestamptz,
  lifted_by text,
  PRIMARY KEY (project_id, id),
  CONSTRAINT legal_holds_value CHECK ((kind = 'project') = (value IS NULL)),
  CONSTRAINT legal_holds_lifted CHECK ((lifted_at IS NULL) = (lifted_by IS NULL))
);
CREATE INDEX legal_holds_open_idx ON legal_holds (project_id) WHERE lifted_at IS NULL;
