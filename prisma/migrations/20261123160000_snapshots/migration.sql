-- A generation that is under way is told of again and again, each time with a higher number (docs/decisions/0026). NULL: it has an end, or its sender
-- counts no tellings.
ALTER TABLE spans ADD COLUMN snapshot integer;

-- The sum of these numbers over the spans that count and have no end. As long as span_count and open_count stay, it only ever grows: so an open page knows
-- that there is more to read without asking for any span.
ALTER TABLE traces ADD COLUMN open_snapshots bigint NOT NULL DEFAULT 0;
