-- Rollups outlive the spans they count (packages/db/src/retention.ts). From then on they cannot be counted anew, and a recount leaves them alone.
ALTER TABLE model_rollups ADD COLUMN spans_forgotten boolean NOT NULL DEFAULT false;
ALTER TABLE tool_rollups ADD COLUMN spans_forgotten boolean NOT NULL DEFAULT false;
-- What was forgotten before this was known is older than all that is kept.
UPDATE model_rollups SET spans_forgotten = true FROM (SELECT project_id, min(day) AS day FROM traces GROUP BY project_id) AS kept
WHERE kept.project_id = model_rollups.project_id AND model_rollups.hour < kept.day;
UPDATE tool_rollups SET spans_forgotten = true FROM (SELECT project_id, min(day) AS day FROM traces GROUP BY project_id) AS kept
WHERE kept.project_id = tool_rollups.project_id AND tool_rollups.hour < kept.day;
