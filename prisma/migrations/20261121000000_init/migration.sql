-- The whole schema. prisma/schema.prisma describes the same tables; a test compares the two.
-- Tables that grow are keyed by project_id first, so that they can be distributed (docs/decisions/0003-database-layout.md).

-- ── People and keys ────────────────────────────────────────────────────────────────────────────────────────────────────────
CREATE TABLE projects (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- users, sessions, accounts, verifications: the shape the auth library asks for.
CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE TABLE accounts (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX accounts_user_id_idx ON accounts (user_id);
CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);

CREATE TABLE project_members (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX project_members_user_id_idx ON project_members (user_id);

CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- sha-256 of the whole key; the key itself has 160 random bits, so a slow hash would add nothing but a way to exhaust us.
  hash bytea NOT NULL UNIQUE,
  -- The last four characters, so that a person can tell keys apart.
  last_four text NOT NULL,
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['ingest', 'read'] AND cardinality(scopes) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_project_id_idx ON api_keys (project_id);

-- ── Prices ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- One row per set of rates that a cost was ever computed with. Rates in nano-dollars per million tokens; NULL = this kind is not priced apart.
CREATE TABLE prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  model text NOT NULL,
  -- The model as the price list names it: may be a family of the requested one.
  matched_model text NOT NULL,
  source text NOT NULL,
  -- State of the price list the rates were taken from.
  as_of date NOT NULL,
  input_rate bigint NOT NULL,
  cache_read_rate bigint,
  cache_write_rate bigint,
  output_rate bigint NOT NULL,
  reasoning_rate bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (provider, model, matched_model, source, as_of, input_rate, cache_read_rate, cache_write_rate, output_rate, reasoning_rate)
);

-- ── Traces ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- The row of a trace is what makes sums exact: a batch locks it first, so that what is new is decided once.
-- Sums leave out what was not reported; the *_reported and *_unpriced counts say how much that is.
CREATE TABLE traces (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL,
  -- UTC day on which the first span of the trace was stored; all rows of the trace are in the partition of that day, whatever their own times say.
  day date NOT NULL,
  name text,
  name_at timestamptz,
  -- The first thing the user asked, ≤ 160 characters.
  asked text,
  asked_at timestamptz,
  session_id text,
  user_id text,
  environment text,
  release text,
  service text,
  tags text[] NOT NULL DEFAULT '{}',
  metadata jsonb NOT NULL DEFAULT '{}',
  models text[] NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  span_count integer NOT NULL DEFAULT 0,
  generation_count integer NOT NULL DEFAULT 0,
  -- Thoughts with their calls (ui: steps): calls that own their thought or have none, and answers.
  step_count integer NOT NULL DEFAULT 0,
  call_count integer NOT NULL DEFAULT 0,
  error_count integer NOT NULL DEFAULT 0,
  generations_reporting integer NOT NULL DEFAULT 0,
  generations_unpriced integer NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  cache_read_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  reasoning_tokens bigint NOT NULL DEFAULT 0,
  hidden_reasoning_tokens bigint NOT NULL DEFAULT 0,
  -- Nano-dollars. Their sum is the cost of the trace. `answer` is output that is not thinking.
  input_cost bigint NOT NULL DEFAULT 0,
  answer_cost bigint NOT NULL DEFAULT 0,
  readable_cost bigint NOT NULL DEFAULT 0,
  summary_cost bigint NOT NULL DEFAULT 0,
  no_text_cost bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, trace_id)
) WITH (fillfactor = 75); -- room for the next versions of a row that every batch of its trace updates
CREATE INDEX traces_recent_idx ON traces (project_id, started_at DESC, trace_id DESC);
CREATE INDEX traces_session_idx ON traces (project_id, session_id, started_at) WHERE session_id IS NOT NULL;

-- ── Spans, calls, texts: partitioned by the day of their trace ─────────────────────────────────────────────────────────────
CREATE TABLE spans (
  project_id uuid NOT NULL,
  day date NOT NULL,
  trace_id bytea NOT NULL,
  span_id bytea NOT NULL,
  parent_span_id bytea,
  -- generation, tool, agent, chain, retriever, embedding, span
  kind text NOT NULL,
  name text NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ns bigint NOT NULL,
  -- unset, ok, error
  status text NOT NULL,
  status_message text,
  service text,
  scope text,
  -- Which dialect the span was read as: subtext, gen-ai, other.
  convention text NOT NULL,
  agent_name text,
  -- tool spans
  call_id text,
  tool_name text,
  -- generations
  provider text,
  request_model text,
  response_model text,
  response_id text,
  finish_reason text,
  reasoning_effort text,
  streaming boolean,
  ttft_ms integer,
  incomplete boolean NOT NULL DEFAULT false,
  -- span id of the same generation, seen first from another instrumentation; such a span is in no sum.
  duplicate_of bytea,
  input_tokens bigint,
  cache_read_tokens bigint,
  cache_write_tokens bigint,
  output_tokens bigint,
  reasoning_tokens bigint,
  -- reported, derived, estimated; NULL = unknown
  reasoning_source text,
  thinking_state text,
  -- The three readabilities of reasoning_tokens; their sum is reasoning_tokens.
  readable_tokens bigint,
  summary_tokens bigint,
  no_text_tokens bigint,
  -- Nano-dollars; NULL = no price. input = fresh input, output = all output, reasoning = the part of output that was thinking.
  input_cost bigint,
  cache_read_cost bigint,
  cache_write_cost bigint,
  output_cost bigint,
  reasoning_cost bigint,
  -- The three readabilities of reasoning_cost; their sum is reasoning_cost.
  readable_cost bigint,
  summary_cost bigint,
  no_text_cost bigint,
  -- Total; from the provider where it says one.
  total_cost bigint,
  -- provider, computed; NULL = no price
  cost_source text,
  price_id bigint,
  input_preview text,
  output_preview text,
  dropped_attributes integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, day, trace_id, span_id)
) PARTITION BY RANGE (day);
CREATE INDEX spans_response_idx ON spans (project_id, day, trace_id, response_id) WHERE response_id IS NOT NULL;

-- What is known of a tool call, and who said so. One call has up to three rows, joined by call_id within the trace when read,
-- so that the order of arrival never matters and no row is ever changed.
CREATE TABLE tool_calls (
  project_id uuid NOT NULL,
  day date NOT NULL,
  trace_id bytea NOT NULL,
  span_id bytea NOT NULL,
  -- Position among the rows of this span.
  call_index integer NOT NULL,
  -- generation: the response that asked for it. execution: the span that ran it. history: a later request that carried its result.
  described_by text NOT NULL,
  -- function, server, mcp, answer (text_output), trailing (reasoning and text after the last call)
  type text NOT NULL,
  call_id text,
  tool_name text NOT NULL,
  parent_call_id text,
  started_at timestamptz NOT NULL,
  duration_ns bigint,
  -- unset, ok, error
  status text NOT NULL,
  incomplete boolean NOT NULL DEFAULT false,
  thinking_state text NOT NULL,
  reasoning_ref text,
  reasoning_tokens bigint,
  reasoning_tokens_source text,
  -- Nano-dollars of this call's own thoughts.
  reasoning_cost bigint,
  reasoning_format text,
  reasoning_field text,
  thought_count integer NOT NULL DEFAULT 0,
  thought_characters integer NOT NULL DEFAULT 0,
  -- ≤ 160 characters each
  thought_preview text,
  preamble_preview text,
  arguments_preview text,
  result_preview text,
  PRIMARY KEY (project_id, day, trace_id, span_id, call_index)
) PARTITION BY RANGE (day);

CREATE TABLE tool_call_texts (
  project_id uuid NOT NULL,
  day date NOT NULL,
  trace_id bytea NOT NULL,
  span_id bytea NOT NULL,
  call_index integer NOT NULL,
  thoughts text[],
  preamble text,
  arguments text,
  result text,
  PRIMARY KEY (project_id, day, trace_id, span_id, call_index)
) PARTITION BY RANGE (day);

-- The span as it was sent, for the Raw view and for reading it again with a newer mapper: JSON text with attributes, events, links, resource, scope.
CREATE TABLE payloads (
  project_id uuid NOT NULL,
  day date NOT NULL,
  trace_id bytea NOT NULL,
  span_id bytea NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (project_id, day, trace_id, span_id)
) PARTITION BY RANGE (day);

-- lz4 costs half of what the default compression does, but not every build of Postgres has it (docs/performance.md).
DO $$
BEGIN
  IF 'lz4' = ANY (SELECT unnest(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
    ALTER TABLE payloads ALTER COLUMN body SET COMPRESSION lz4;
    ALTER TABLE tool_call_texts ALTER COLUMN thoughts SET COMPRESSION lz4;
    ALTER TABLE tool_call_texts ALTER COLUMN preamble SET COMPRESSION lz4;
    ALTER TABLE tool_call_texts ALTER COLUMN arguments SET COMPRESSION lz4;
    ALTER TABLE tool_call_texts ALTER COLUMN result SET COMPRESSION lz4;
  END IF;
END $$;

-- ── Rollups: moved in the transaction that stores the spans, and only by spans that were really new ───────────────────────
-- Hour of the span's own start. Nano-dollars and tokens as in traces.
CREATE TABLE model_rollups (
  project_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  generations integer NOT NULL,
  generations_reporting integer NOT NULL,
  generations_unpriced integer NOT NULL,
  errors integer NOT NULL,
  input_tokens bigint NOT NULL,
  cache_read_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  reasoning_tokens bigint NOT NULL,
  readable_tokens bigint NOT NULL,
  summary_tokens bigint NOT NULL,
  no_text_tokens bigint NOT NULL,
  input_cost bigint NOT NULL,
  answer_cost bigint NOT NULL,
  readable_cost bigint NOT NULL,
  summary_cost bigint NOT NULL,
  no_text_cost bigint NOT NULL,
  PRIMARY KEY (project_id, hour, provider, model)
);

-- Thinking paid before each tool, from the generations that asked for it. `text_output` is the answer.
CREATE TABLE tool_rollups (
  project_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  tool_name text NOT NULL,
  calls integer NOT NULL,
  -- Calls with a known number of thinking tokens of their own.
  calls_with_tokens integer NOT NULL,
  reasoning_tokens bigint NOT NULL,
  -- Nano-dollars of thinking before the tool, and how much of it was hidden.
  reasoning_cost bigint NOT NULL,
  hidden_cost bigint NOT NULL,
  -- calls_with_tokens by size: bucket i counts 2^(i-1) ≤ tokens < 2^i, bucket 0 counts zeros; 24 buckets. For the median.
  token_histogram integer[] NOT NULL,
  PRIMARY KEY (project_id, hour, tool_name)
);

-- ── What could not be stored ───────────────────────────────────────────────────────────────────────────────────────────────
CREATE TABLE quarantine (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  -- The span as OTLP/JSON where it could be decoded, else the bytes as they came.
  content_type text NOT NULL,
  body bytea NOT NULL
);
CREATE INDEX quarantine_project_idx ON quarantine (project_id, received_at DESC);
