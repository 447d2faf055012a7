-- Only where both send can a call be in two traces. Projects that have spans may have both.
ALTER TABLE projects
  ADD COLUMN has_sdk_spans boolean NOT NULL DEFAULT false,
  ADD COLUMN has_other_spans boolean NOT NULL DEFAULT false;
UPDATE projects SET has_sdk_spans = true, has_other_spans = true;

-- One model call in two traces (docs/decisions/0038): the spans of one trace move into the other, and this says where
-- to, for spans that arrive later and for links.
CREATE TABLE joined_traces (
  project_id uuid NOT NULL,
  trace_id bytea NOT NULL,
  into_trace_id bytea NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (project_id, trace_id)
);
CREATE INDEX joined_traces_into_idx ON joined_traces (project_id, into_trace_id);

-- Response ids are now looked up without their trace, too, and call ids of the spans of tools.
CREATE INDEX spans_response_id_idx ON spans (project_id, day, response_id, trace_id) WHERE response_id IS NOT NULL;
DROP INDEX spans_response_idx;
CREATE INDEX spans_call_id_idx ON spans (project_id, day, call_id, trace_id) WHERE call_id IS NOT NULL;
