-- Tags and bookmarks of people. They are apart from the tags that spans report, so that spans that arrive again or later
-- neither undo nor repeat what a person changed: the shown tags are the reported ones without `removed_tags`, and
-- `added_tags`. Traces that nobody marked are in none of the indexes.
ALTER TABLE traces
  ADD COLUMN added_tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN removed_tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN bookmarked boolean NOT NULL DEFAULT false;
CREATE INDEX traces_added_tags_idx ON traces USING gin (project_id, added_tags) WHERE added_tags <> '{}';
CREATE INDEX traces_bookmarked_idx ON traces (project_id, started_at DESC, trace_id DESC) WHERE bookmarked;
