-- What reading and forgetting need once there are millions of rows (docs/scaling.md). An index more on a table that every span writes costs
-- 3 to 8 %, so there are few: a list by tool or by state begins there instead of looking into every trace, retention finds the traces of a day.
CREATE INDEX tool_calls_tool_idx ON tool_calls (project_id, tool_name, trace_id);
CREATE INDEX tool_calls_state_idx ON tool_calls (project_id, thinking_state, trace_id) WHERE described_by = 'generation';
CREATE INDEX traces_day_idx ON traces (project_id, day);

-- A unique constraint of a distributed table holds the distribution column.
ALTER TABLE quarantine DROP CONSTRAINT quarantine_pkey, ADD PRIMARY KEY (project_id, id);

-- ── Search in what was thought, said and asked for ─────────────────────────────────────────────────────────────────────────
-- The words of a call as they are searched: runs of letters and digits, no stemming, since thoughts come in every language and full of names.
-- Chinese, Japanese and Thai put no space between words: each of their characters is a word, and what is searched for is a phrase of them.
-- The index over it costs more than storing the call does, so no row pays for it when it is written: it is built when a day is over, in bulk
-- (packages/db/src/search-index.ts).
CREATE EXTENSION IF NOT EXISTS btree_gin;
-- Written as expressions, so that they are bound to what they call whatever the search path is while an index is built.
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(translate(given, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)), '([\u0e00-\u0eff\u2e80-\ud7ff\uf900-\ufaff])', ' \1 ', 'g');
-- A call has texts without end: one that is longer than this is found by its beginning. A tsvector ends at 1 MB.
CREATE FUNCTION call_words(thoughts text[], preamble text, arguments text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN to_tsvector('pg_catalog.simple', search_text(
    left(coalesce(array_to_string(thoughts, ' '), '') || ' ' || coalesce(preamble, '') || ' ' || coalesce(arguments, ''), 100000)));
-- Every word begins a word of the text; NULL, which finds nothing, when there is no word in it.
CREATE FUNCTION call_query(given text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg('(' || words || ':*)', ' & ')::tsquery
    FROM regexp_split_to_table(given, '\s+') AS one,
      LATERAL (SELECT nullif(phraseto_tsquery('pg_catalog.simple', search_text(one))::text, '') AS words) AS phrase
    WHERE words IS NOT NULL
  );
