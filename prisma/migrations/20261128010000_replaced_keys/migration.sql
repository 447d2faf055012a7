-- The key that replaces this one, which works only until its applications have taken the new one. Its expiry is then the
-- end of that overlap and not its lifetime, so it cannot be rotated again.
ALTER TABLE api_keys ADD COLUMN replaced_by uuid REFERENCES api_keys (id) ON DELETE SET NULL;
