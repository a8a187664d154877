-- Notice periods have 24 hours a day. In a session whose time zone changes the clocks, `interval '30 days'` added to a time
-- is an hour more or less, so a price could start an hour before or after the notice period that was announced.
-- Locks: nothing.

alter function private.record_offer() set timezone = 'UTC';
alter function private.stops_at(private.agent_offers) set timezone = 'UTC';
alter function private.follow_offers() set timezone = 'UTC';
