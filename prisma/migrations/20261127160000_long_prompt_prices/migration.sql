-- Set where the rates hold only for prompts of more tokens than this, so that a receipt can say why they are higher.
-- NULL = for prompts of any length, or stored before this column.
ALTER TABLE prices ADD COLUMN prompt_over integer;
ALTER TABLE prices DROP CONSTRAINT prices_provider_model_matched_model_source_as_of_input_rat_key;
ALTER TABLE prices ADD CONSTRAINT prices_provider_model_matched_model_source_as_of_input_rat_key UNIQUE NULLS NOT DISTINCT
  (provider, model, matched_model, source, as_of, input_rate, cache_read_rate, cache_write_rate, cache_write_hour_rate, output_rate, reasoning_rate, prompt_over);
