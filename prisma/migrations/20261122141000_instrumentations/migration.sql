-- Scopes of the generations of a trace. Only where there are two or more can one call have been seen twice without a response id that says so
-- (packages/db/src/join-twins.ts), and only such a trace is looked through when more of it arrives.
ALTER TABLE traces ADD COLUMN instrumentations text[] NOT NULL DEFAULT '{}';
