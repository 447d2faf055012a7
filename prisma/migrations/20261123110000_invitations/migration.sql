-- Invitations to a project, each a link that works once: whom it is for, as what, until when, and whether it was taken up or back.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  project_id uuid NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- In small letters, as the addresses of users are.
  email text NOT NULL,
  role text NOT NULL,
  -- Of the token, which has 256 random bits and is kept nowhere.
  hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An invitation works only while its maker is an owner of the project.
  created_by text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX invitations_project_id_idx ON invitations (project_id);
