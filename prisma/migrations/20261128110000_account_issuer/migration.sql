-- An account is a way to sign in: a password, or an identity that a provider (the issuer) vouches for. No account was
-- stored before this. The constraint also guards against two accounts for one identity.
ALTER TABLE accounts ADD COLUMN issuer text NOT NULL;
ALTER TABLE accounts ADD CONSTRAINT accounts_issuer_account_id_key UNIQUE (issuer, account_id);
