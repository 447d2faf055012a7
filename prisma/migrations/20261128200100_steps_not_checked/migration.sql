-- Why each step could not be checked, for the panel. Most steps of a trace have the same reasons, so these are stored
-- once: {"reasons": [{"far-above": ["distribution_too_small"]}], "steps": {"<span id>": 0}}.
ALTER TABLE trace_evidence ADD COLUMN steps_not_checked jsonb NOT NULL DEFAULT '{}';
