-- What is written into a cache to stay there for an hour costs more than what stays for five minutes (docs/decisions/0030).
ALTER TABLE spans
  -- A part of cache_write_tokens, and of cache_write_cost. NULL = not said, or not known.
  ADD COLUMN cache_write_hour_tokens bigint,
  ADD COLUMN cache_write_hour_cost bigint;

-- NULL = not known, where cache_write_rate is; otherwise writes are not priced apart.
ALTER TABLE prices ADD COLUMN cache_write_hour_rate bigint;
ALTER TABLE prices DROP CONSTRAINT prices_provider_model_matched_model_source_as_of_input_rate_key;
ALTER TABLE prices ADD CONSTRAINT prices_provider_model_matched_model_source_as_of_input_rat_key UNIQUE NULLS NOT DISTINCT
  (provider, model, matched_model, source, as_of, input_rate, cache_read_rate, cache_write_rate, cache_write_hour_rate, output_rate, reasoning_rate);

-- NULL = as other writes.
ALTER TABLE project_prices ADD COLUMN cache_write_hour_rate bigint CONSTRAINT project_prices_cache_write_hour_rate_check CHECK (cache_write_hour_rate >= 0);
