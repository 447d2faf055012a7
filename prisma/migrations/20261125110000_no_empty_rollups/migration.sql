-- An embedding without usage used to make a row in which every sum is zero. Such rows are not stored any more.
DELETE FROM model_rollups
WHERE generations = 0 AND errors = 0 AND generations_reporting = 0 AND generations_unpriced = 0 AND runs_counted = 0
  AND generations_in_runs = 0 AND input_tokens = 0 AND cache_read_tokens = 0 AND output_tokens = 0
  AND reasoning_tokens = 0 AND readable_tokens = 0 AND summary_tokens = 0 AND no_text_tokens = 0 AND untold_tokens = 0
  AND input_cost = 0 AND answer_cost = 0 AND untold_cost = 0 AND readable_cost = 0 AND summary_cost = 0
  AND no_text_cost = 0;
