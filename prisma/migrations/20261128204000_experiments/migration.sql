-- The keys of model providers that a team lends to its experiments. A key is written and never read back.
CREATE TABLE provider_keys (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- As in REPLAY_TARGETS of packages/reasoning: anthropic, openai, google, …
  provider text NOT NULL,
  label text NOT NULL,
  -- Sealed by packages/export/src/sealed-secret.ts.
  secret bytea NOT NULL,
  last_four text NOT NULL,
  -- Null = the provider's own address.
  base_url text,
  -- Who saved it, as in the audit log: {id, email, address}.
  saved_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, label)
);

-- Recorded steps that are asked again with other settings (docs/experiments.md).
CREATE TABLE experiments (
  project_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  -- The filter that chose the steps, as typed, and the number of steps that were wanted.
  q text NOT NULL,
  since timestamptz,
  until timestamptz,
  wanted_steps integer NOT NULL,
  -- packages/db/src/projects/experiments.ts: the variants, each with its target, setting and rates.
  arms jsonb NOT NULL,
  repeats integer NOT NULL CHECK (repeats BETWEEN 1 AND 20),
  max_output_tokens integer NOT NULL CHECK (max_output_tokens > 0),
  -- server: with a key of provider_keys. worker: by a program with keys of its own.
  runs_on text NOT NULL CHECK (runs_on IN ('server', 'worker')),
  -- Nano-dollars. What is asked and not yet answered is reserved at its upper bound.
  budget bigint NOT NULL CHECK (budget > 0),
  spent bigint NOT NULL DEFAULT 0,
  reserved bigint NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'running', 'done', 'stopped', 'out_of_budget', 'failed')),
  -- Why it ended before every answer was there.
  reason text,
  made_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (project_id, id),
  CONSTRAINT experiments_end CHECK (
    (state IN ('waiting', 'running')) = (finished_at IS NULL)
    AND (state NOT IN ('failed', 'out_of_budget') OR reason IS NOT NULL))
);
CREATE INDEX experiments_recent_idx ON experiments (project_id, created_at DESC, id DESC);
CREATE INDEX experiments_open_idx ON experiments (project_id, created_at) WHERE finished_at IS NULL;

-- The steps of an experiment, with their figures as recorded.
CREATE TABLE experiment_steps (
  project_id uuid NOT NULL,
  experiment_id uuid NOT NULL,
  trace_id bytea NOT NULL,
  span_id bytea NOT NULL,
  -- In which they are asked: random, so that the answers of a stopped experiment are a sample of all.
  position integer NOT NULL,
  provider text,
  model text,
  effort text,
  cost bigint,
  output_tokens bigint,
  reasoning_tokens bigint,
  duration_ms double precision,
  PRIMARY KEY (project_id, experiment_id, trace_id, span_id)
);
CREATE INDEX experiment_steps_trace_idx ON experiment_steps (project_id, trace_id);

-- One row for each step, variant and repetition, made with the experiment.
CREATE TABLE experiment_answers (
  project_id uuid NOT NULL,
  experiment_id uuid NOT NULL,
  trace_id bytea NOT NULL,
  span_id bytea NOT NULL,
  arm integer NOT NULL,
  repeat integer NOT NULL,
  position integer NOT NULL,
  -- waiting → claimed → asked → answered, failed (refused, and not charged) or lost (asked, and no answer came).
  -- left_out: the recorded conversation is not complete, or the provider would refuse the setting.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'claimed', 'asked', 'answered', 'failed', 'lost', 'left_out')),
  -- When a claimed or asked row is given up.
  lease_until timestamptz,
  -- Nano-dollars that were reserved for it.
  bound bigint,
  -- Null of an answer = not reported; it then counts at its bound.
  cost bigint,
  input_tokens bigint,
  output_tokens bigint,
  reasoning_tokens bigint,
  latency_ms double precision,
  -- The calls as the project's rules keep them: [{name, arguments}].
  calls jsonb,
  -- The beginning of what the model wrote, as the project's rules keep it.
  text text,
  -- packages/evidence/src/answers
  is_same_call boolean,
  arguments_match text CHECK (arguments_match IN ('exact', 'normalized', 'different')),
  -- Argument values that are nowhere in what the model had seen; of the recorded call, too. Null = not everything could be looked at.
  unsourced integer,
  recorded_unsourced integer,
  -- Why it failed or was left out.
  reason text,
  finished_at timestamptz,
  PRIMARY KEY (project_id, experiment_id, trace_id, span_id, arm, repeat)
);
CREATE INDEX experiment_answers_next_idx ON experiment_answers (project_id, experiment_id, state, repeat, position, arm);
CREATE INDEX experiment_answers_trace_idx ON experiment_answers (project_id, trace_id);
