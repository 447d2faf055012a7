-- Filters on release, service and metadata. Traces without metadata are not in its index, so they cost nothing there.
DROP INDEX traces_values_idx;
CREATE INDEX traces_values_idx ON traces
  USING gin (project_id, user_id, environment, release, service, models, tags, agents, efforts);
CREATE INDEX traces_metadata_idx ON traces USING gin (project_id, metadata jsonb_path_ops) WHERE metadata <> '{}';

ANALYZE traces;
