-- The second factor of a user: an authenticator app, with codes for the case that it is lost. The auth library encrypts
-- the secret and the codes with the secret of the installation.
ALTER TABLE users ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

CREATE TABLE two_factors (
  id                        text PRIMARY KEY,
  user_id                   text NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  -- False until the user has proven with a first code that the app has the secret.
  verified                  boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamptz
);
