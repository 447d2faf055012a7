-- Set where the output is not the provider's figure for the response: a share of a sum may differ from the figure that
-- another sender reports of the same response.
ALTER TABLE spans ADD COLUMN output_source text;
