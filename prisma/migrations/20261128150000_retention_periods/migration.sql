-- For how many days the traces of an environment are kept.
CREATE TABLE retention_periods (
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- '': every environment without a period of its own, and traces that report none.
  environment text NOT NULL,
  -- NULL: as long as the server keeps anything.
  keep_days integer CHECK (keep_days BETWEEN 1 AND 36500),
  -- The last day on which expired traces were deleted. NULL: not since a period of the project changed.
  applied_on date,
  PRIMARY KEY (project_id, environment)
);
