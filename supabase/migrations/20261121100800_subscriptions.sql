-- Subscriptions: the plan a person is on, and those they were on.
-- Written by the server alone, read by the person. `price_per_cycle` is US dollars. Times are UTC.

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null
    constraint subscriptions_status_known check (
      status in ('active', 'trialing', 'past_due', 'canceled', 'incomplete', 'incomplete_expired', 'unpaid', 'paused')
    ),
  plan_name text not null constraint subscriptions_plan_known check (plan_name in ('Starter', 'Pro', 'Enterprise')),
  price_per_cycle numeric not null
    constraint subscriptions_price_range check (price_per_cycle between 0 and 1000000),
  billing_cycle text not null
    constraint subscriptions_billing_cycle_known check (billing_cycle in ('monthly', 'yearly')),
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint subscriptions_period_runs_forward check (current_period_start < current_period_end)
);

-- A person has one that lives, so that no single-row read ever finds two.
create unique index subscriptions_one_live on public.subscriptions (user_id)
  where status in ('active', 'trialing', 'past_due');
create index subscriptions_newest on public.subscriptions (user_id, created_at desc);

alter table public.subscriptions enable row level security;

revoke all on public.subscriptions from anon, authenticated;
grant select on public.subscriptions to authenticated;
grant all on public.subscriptions to service_role;

create policy "people read their own subscriptions" on public.subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()));

create trigger subscriptions_touch_updated_at
  before update on public.subscriptions
  for each row execute function private.touch_updated_at();
