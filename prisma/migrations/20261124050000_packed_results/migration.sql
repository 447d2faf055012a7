-- Long results of the calls of a block's spans, packed beside the bodies that they came in (docs/decisions/0029). Empty: they stand in front of the
-- bodies, in the same bytes. NULL: there are none, or they stand in tool_call_texts, as all did before.
ALTER TABLE payloads ADD COLUMN results bytea;
