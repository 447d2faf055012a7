-- What is sent again and refused again for the same reason is one row that says how often it came; and a row can be marked to be read again.
-- The encoding of a database never changes, so this is as immutable as it says; convert_to does not know that.
CREATE FUNCTION quarantine_digest(content_type text, reason text, body bytea) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(convert_to(content_type || E'\n' || reason || E'\n', 'UTF8') || body);
ALTER TABLE quarantine
  ADD COLUMN digest bytea GENERATED ALWAYS AS (quarantine_digest(content_type, reason, body)) STORED,
  ADD COLUMN times integer NOT NULL DEFAULT 1,
  -- received_at is the last time.
  ADD COLUMN first_at timestamptz NOT NULL DEFAULT now(),
  -- Asked for on a screen; ingest does it and takes the mark away.
  ADD COLUMN replay_asked_at timestamptz,
  -- When it was last read again, and why it was refused then.
  ADD COLUMN replayed_at timestamptz,
  ADD COLUMN refused_because text;
UPDATE quarantine SET first_at = same.first_at, times = same.times
FROM (SELECT project_id, digest, min(received_at) AS first_at, count(*)::integer AS times FROM quarantine GROUP BY project_id, digest) AS same
WHERE same.project_id = quarantine.project_id AND same.digest = quarantine.digest;
DELETE FROM quarantine USING (
  SELECT project_id, id, row_number() OVER (PARTITION BY project_id, digest ORDER BY received_at DESC, id) AS place FROM quarantine
) AS again
WHERE again.project_id = quarantine.project_id AND again.id = quarantine.id AND again.place > 1;
ALTER TABLE quarantine ALTER COLUMN digest SET NOT NULL, ADD UNIQUE (project_id, digest);
CREATE INDEX quarantine_replay_idx ON quarantine (project_id) WHERE replay_asked_at IS NOT NULL;
