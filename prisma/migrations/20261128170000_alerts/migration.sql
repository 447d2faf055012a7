-- Where messages of alerts are sent to.
CREATE TABLE alert_destinations (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('webhook', 'slack', 'mail')),
  -- A URL, or an e-mail address.
  address text NOT NULL,
  -- Signs the requests to a webhook.
  secret text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  CONSTRAINT alert_destinations_secret CHECK ((kind = 'webhook') = (secret IS NOT NULL))
);

CREATE TABLE alert_rules (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- What is compared with what, and where messages go: packages/alerts/src/rule.ts.
  rule jsonb NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Null: not evaluated yet.
  state text CHECK (state IN ('ok', 'firing', 'no_data')),
  state_since timestamptz,
  -- How many evaluations in a row the condition has held.
  streak integer NOT NULL DEFAULT 0,
  -- From the first message that it fires until it is resolved.
  incident_id uuid,
  -- The end of the last window that was evaluated. Windows end at full hours.
  evaluated_until timestamptz NOT NULL,
  PRIMARY KEY (project_id, id)
);

-- Changes of state.
CREATE TABLE alert_events (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  rule_id uuid NOT NULL,
  incident_id uuid,
  -- The end of the window.
  at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('ok', 'firing', 'no_data')),
  -- In the unit of the metric; null = not known.
  value double precision,
  -- The value of the same time of the week before, where the rule compares with it.
  compared double precision,
  -- The condition and the facts, as the message says them.
  message text NOT NULL,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX alert_events_rule_idx ON alert_events (project_id, rule_id, at DESC);
CREATE INDEX alert_events_recent_idx ON alert_events (project_id, at DESC);

-- Messages that are to be sent or were sent. They are written in the transaction that changes the state.
CREATE TABLE alert_deliveries (
  project_id uuid NOT NULL,
  -- Sent with every attempt, so that a receiver can drop a repetition.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  destination_id uuid NOT NULL,
  -- Null: a test.
  event_id uuid,
  message jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  -- Null: delivered, or given up.
  next_attempt_at timestamptz DEFAULT now(),
  delivered_at timestamptz,
  -- Status and beginning of the last answer, or why there was none.
  last_status integer,
  last_answer text,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX alert_deliveries_due_idx ON alert_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX alert_deliveries_recent_idx ON alert_deliveries (project_id, created_at DESC);
