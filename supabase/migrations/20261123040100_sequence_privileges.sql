-- No client may change a sequence: setval() could make the ids of the audit log collide, so that inserts fail.
-- Ids are identity columns, which need no privilege on their sequence. The server's roles keep theirs.
-- Locks: none; privileges only.

revoke all on all sequences in schema public from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
