-- Passkeys (WebAuthn) of users. Only the public key is stored: the private one never leaves the authenticator.
CREATE TABLE passkeys (
  id            text PRIMARY KEY,
  user_id       text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name          text NOT NULL,
  credential_id text NOT NULL,
  public_key    text NOT NULL,
  -- An unsigned number of 32 bits, which the auth library reads and writes as a number.
  counter       double precision NOT NULL,
  device_type   text NOT NULL,
  backed_up     boolean NOT NULL,
  transports    text,
  -- The model of the authenticator.
  aaguid        text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  -- NULL = never used to sign in.
  last_used_at  timestamptz
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

-- The passkey that opened a session, or that was added in it: such a session has proven two factors. No foreign key,
-- because on Citus a reference table cannot have one that cascades to a table of the coordinator alone.
ALTER TABLE sessions ADD COLUMN passkey_id text;
