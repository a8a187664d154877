-- Revenue totals: the sums of a creator for all time are beside each other, so the dashboard reads one row per agent
-- instead of one per agent and day.
-- Locks: ledger_days, while its unique index is built again (ACCESS EXCLUSIVE).

alter table private.ledger_days
  drop constraint ledger_days_once,
  add constraint ledger_days_once unique nulls not distinct (creator, day, agent_id, kind);
