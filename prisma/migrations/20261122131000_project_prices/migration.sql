-- What a project pays where that is not the list price: negotiated rates, models of its own, models that no list knows. Rates as in `prices`:
-- nano-dollars per million tokens; NULL = this kind is not priced apart.
CREATE TABLE project_prices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- As the rollups name them; 'unknown' = spans that name no provider.
  provider text NOT NULL,
  -- Also holds for dated snapshots of it.
  model text NOT NULL,
  -- In force from then on, until the next one of the same model.
  valid_from timestamptz NOT NULL,
  input_rate bigint NOT NULL CHECK (input_rate >= 0),
  cache_read_rate bigint CHECK (cache_read_rate >= 0),
  cache_write_rate bigint CHECK (cache_write_rate >= 0),
  output_rate bigint NOT NULL CHECK (output_rate >= 0),
  reasoning_rate bigint CHECK (reasoning_rate >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- NULL = the person is gone.
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  UNIQUE (project_id, provider, model, valid_from)
);
