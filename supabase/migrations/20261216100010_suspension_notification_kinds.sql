-- Checks the kinds of all notifications against the constraint that the migration before added.
-- Locks: notifications, without blocking reads or writes.

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table public.notifications validate constraint notifications_kind_known;
