-- An analyst sees costs and steps, and no text of a trace.
ALTER TABLE project_members DROP CONSTRAINT project_members_role_check;
ALTER TABLE project_members ADD CONSTRAINT project_members_role_check
  CHECK (role IN ('owner', 'admin', 'member', 'viewer', 'analyst'));

-- A key with the scope "figures" reads as an analyst does.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes_check;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check
  CHECK (scopes <@ ARRAY['ingest', 'read', 'figures', 'scores'] AND cardinality(scopes) > 0);
