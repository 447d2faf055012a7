-- Figures that only the run of an agent tells (docs/decisions/0023). Nothing that is stored is written anew: runs that were stored before have no
-- figures on their rows, so none of them can count.

-- 'run': of an agent, a chain or a workflow whose figures count, since none of the model calls below it tells its own. 'run_above': of such a call.
-- NULL = a model call counts as it tells itself; a run counts not at all.
ALTER TABLE spans ADD COLUMN usage_source text;

-- How many runs count, and in the place of how many model calls. A constant default writes no row.
ALTER TABLE traces ADD COLUMN runs_counted integer NOT NULL DEFAULT 0, ADD COLUMN generations_in_runs integer NOT NULL DEFAULT 0;
ALTER TABLE model_rollups ADD COLUMN runs_counted integer NOT NULL DEFAULT 0, ADD COLUMN generations_in_runs integer NOT NULL DEFAULT 0;
