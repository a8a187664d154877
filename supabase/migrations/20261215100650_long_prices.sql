-- A creator could lower a price to a number with 16,000 decimal places: it applied to every deployment at once, and each call and
-- sum of their owners had as many digits. A price has up to 30 decimal places, more than a JSON number of a browser has.
-- Written by creators. US dollars.
-- Locks: agents, briefly, for a constraint that does not check existing rows (ACCESS EXCLUSIVE).

set local lock_timeout = '2s';
set local statement_timeout = '60s';

alter table public.agents add constraint agents_prices_scale
  check (scale(price_per_message) <= 30 and scale(price_per_month) <= 30) not valid;
