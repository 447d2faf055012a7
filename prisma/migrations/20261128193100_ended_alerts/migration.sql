-- An alert also ends when its rule is paused or deleted while it fires.
ALTER TABLE alert_events DROP CONSTRAINT alert_events_state_check;
ALTER TABLE alert_events ADD CONSTRAINT alert_events_state_check CHECK (state IN ('ok', 'firing', 'no_data', 'ended'));
