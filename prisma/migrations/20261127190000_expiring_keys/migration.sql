-- When a key stops working by itself: chosen when it is created, or set when another key replaces it. Null: never.
ALTER TABLE api_keys ADD COLUMN expires_at timestamptz;
