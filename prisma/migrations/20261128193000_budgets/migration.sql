-- How much a project, an agent or a user may cost in a day, week or month of UTC.
CREATE TABLE budgets (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  subject text NOT NULL CHECK (subject IN ('project', 'agent', 'user')),
  -- The agent or the user.
  subject_name text,
  -- Nano-dollars.
  amount bigint NOT NULL CHECK (amount > 0),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- Percent, ascending: a message is sent when spend reaches one.
  thresholds integer[] NOT NULL,
  destinations uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- What the last evaluation found. Null: not evaluated yet.
  evaluated_at timestamptz,
  period_start timestamptz,
  spent bigint NOT NULL DEFAULT 0,
  calls integer NOT NULL DEFAULT 0,
  unpriced integer NOT NULL DEFAULT 0,
  -- The highest threshold reached in this period. 0: none.
  reached integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, id),
  CONSTRAINT budgets_subject_name CHECK ((subject = 'project') = (subject_name IS NULL))
);

-- Thresholds that were reached.
CREATE TABLE budget_events (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  budget_id uuid NOT NULL,
  at timestamptz NOT NULL,
  period_start timestamptz NOT NULL,
  -- Percent.
  threshold integer NOT NULL,
  -- Nano-dollars, of the time of the event.
  spent bigint NOT NULL,
  amount bigint NOT NULL,
  unpriced integer NOT NULL,
  message text NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX budget_events_budget_idx ON budget_events (project_id, budget_id, at DESC);
