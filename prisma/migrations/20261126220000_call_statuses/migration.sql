-- True when start and end are those of two messages of the conversation, between which the tool ran.
ALTER TABLE tool_calls ADD COLUMN duration_inferred boolean NOT NULL DEFAULT false;

-- Earlier versions stored a call without a result as a success of no length. What else they stored as a success, reprocessing tells apart.
UPDATE tool_calls SET status = 'no_result', duration_ns = NULL
FROM spans s
WHERE s.project_id = tool_calls.project_id AND s.day = tool_calls.day AND s.trace_id = tool_calls.trace_id AND s.span_id = tool_calls.span_id
  AND s.convention = 'subtext' AND tool_calls.described_by = 'execution' AND tool_calls.status = 'ok'
  AND tool_calls.duration_ns = 0 AND tool_calls.result_preview IS NULL;
