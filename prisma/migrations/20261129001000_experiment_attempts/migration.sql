-- A question whose worker was killed is asked again. Each attempt is named by its number, so that the answer to an earlier
-- one is not taken for the answer to the last, and what the earlier ones may have cost stays counted.
ALTER TABLE experiment_answers
  -- Requests that were sent for this row.
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  -- Nano-dollars: the upper bounds of attempts that were given up. They are part of what the experiment has spent.
  ADD COLUMN given_up bigint NOT NULL DEFAULT 0;
UPDATE experiment_answers SET attempts = 1 WHERE state IN ('asked', 'answered', 'failed', 'lost');
