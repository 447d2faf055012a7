-- Who answers for a key whose maker has left the project. NULL = its maker. Constraint and column apart: Citus takes no foreign key with a new column.
ALTER TABLE api_keys ADD COLUMN handed_over_to text;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_handed_over_to_fkey FOREIGN KEY (handed_over_to) REFERENCES users (id) ON DELETE SET NULL;
