-- The newest runs of a release, and the names of all releases by skipping from one to the next.
CREATE INDEX traces_release_idx ON traces (project_id, release, started_at DESC, trace_id DESC) WHERE release IS NOT NULL;
