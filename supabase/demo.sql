-- Demo data for a local database: a demo user with a workspace, invented install counts of the sample agents, and
-- sixteen reviewers. Not for a database with real users: the password of the demo user is public. The local server
-- applies it to a new embedded database on a loopback address, or with SLIPWAY_DEMO=1 (docs/configuration.md).
-- New users start without data.
-- Applied once, after `seed.sql`; applying it again changes nothing. It works with the `auth` schema of hosted Supabase
-- and with the smaller one of the embedded backend. Prices are US dollars. Times are UTC.
-- Every rating is the mean of the reviews below.
-- One file: its rows refer to each other.

-- The demo user signs in with demo@slipway.example and Slipway-demo-1. The reviewers cannot sign in: they have no
-- address, no password and no identity, and they are banned.
insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, banned_until, raw_app_meta_data,
  raw_user_meta_data, confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  created_at, updated_at
)
select
  account.id::uuid, 'authenticated', 'authenticated', account.email, account.password_hash,
  case when account.email is not null then timestamptz '2026-03-02 09:00+00' end,
  case when account.email is null then timestamptz '9999-12-31 00:00+00' end,
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', account.full_name),
  '', '', '', '', '',
  '2026-03-02 09:00+00', '2026-03-02 09:00+00'
from (values
  ('d0000000-0000-4000-8000-000000000001', 'demo@slipway.example', 'Robin Hale',
    '$2b$10$OE9bbw4N18sfSIEaON4TNeCXMH1pzGZcsmqalNTs6YR0AQlM0x1U2'),
  ('b0000000-0000-4000-8000-000000000001', null, 'Hannah Weiss', null),
  ('b0000000-0000-4000-8000-000000000002', null, 'Tomasz Nowak', null),
  ('b0000000-0000-4000-8000-000000000003', null, 'Leila Haddad', null),
  ('b0000000-0000-4000-8000-000000000004', null, 'Kenji Mori', null),
  ('b0000000-0000-4000-8000-000000000005', null, 'Grace Mensah', null),
  ('b0000000-0000-4000-8000-000000000006', null, 'Oliver Grant', null),
  ('b0000000-0000-4000-8000-000000000007', null, 'Sofia Marino', null),
  ('b0000000-0000-4000-8000-000000000008', null, 'Daniel Cohen', null),
  ('b0000000-0000-4000-8000-000000000009', null, 'Inês Carvalho', null),
  ('b0000000-0000-4000-8000-000000000010', null, 'Marcus Boyd', null),
  ('b0000000-0000-4000-8000-000000000011', null, 'Yuki Tanaka', null),
  ('b0000000-0000-4000-8000-000000000012', null, 'Elena Petrova', null),
  ('b0000000-0000-4000-8000-000000000013', null, 'Samuel Adeyemi', null),
  ('b0000000-0000-4000-8000-000000000014', null, 'Claire Dubois', null),
  ('b0000000-0000-4000-8000-000000000015', null, 'Arjun Patel', null),
  ('b0000000-0000-4000-8000-000000000016', null, 'Nora Eide', null)
) as account (id, email, full_name, password_hash)
-- A server without demo data locks the demo user (tools/backend/src/settings/demo.ts); this unlocks it.
on conflict (id) do update set
  email = excluded.email,
  encrypted_password = excluded.encrypted_password,
  banned_until = excluded.banned_until
where users.email is null and excluded.email is not null;

-- Hosted Supabase finds accounts by instance; the embedded schema has no such column.
do $$
begin
  if exists (
    select 1 from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute $sql$
      update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
      where instance_id is null
    $sql$;
  end if;
end;
$$;

insert into auth.identities (
  id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at
)
select
  'e0000000-0000-4000-8000-000000000001', 'email', id::text, id,
  jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false),
  created_at, created_at, created_at
from auth.users
where id = 'd0000000-0000-4000-8000-000000000001'
on conflict do nothing;

-- Invented. A repeated run changes nothing, also after users have installed agents.
update public.agents
set install_count = install_count + invented.installs, imported_installs = invented.installs
from (values
  ('a0000000-0000-4000-8000-000000000001'::uuid, 12479),
  ('a0000000-0000-4000-8000-000000000002'::uuid, 8940),
  ('a0000000-0000-4000-8000-000000000003'::uuid, 10260),
  ('a0000000-0000-4000-8000-000000000004'::uuid, 5310),
  ('a0000000-0000-4000-8000-000000000005'::uuid, 15719),
  ('a0000000-0000-4000-8000-000000000006'::uuid, 3670)
) as invented (id, installs)
where agents.id = invented.id and agents.imported_installs = 0;

-- Mean ratings: 4.8 of 15, 4.6 of 10, 4.7 of 10, 4.9 of 10, 4.5 of 14, 4.4 of 5.
insert into public.agent_reviews (agent_id, user_id, rating, body, created_at, updated_at)
select
  ('a0000000-0000-4000-8000-' || lpad(review.agent::text, 12, '0'))::uuid,
  ('b0000000-0000-4000-8000-' || lpad(review.reviewer::text, 12, '0'))::uuid,
  review.rating, review.body, written.at, written.at
from (values
  (1, 1, 5, 'Our first reply time went from four hours to under a minute.'),
  (1, 2, 5, 'The hand-over summary is what sold it to the team.'),
  (1, 3, 4, 'Very good on the help center, a little slow on old tickets.'),
  (1, 4, 5, null),
  (1, 5, 5, 'It says when it does not know. Worth it just for that.'),
  (1, 6, 5, null),
  (1, 7, 4, null),
  (1, 8, 5, 'Set up in an afternoon, and the weekend queue is gone.'),
  (1, 9, 5, null),
  (1, 10, 5, null),
  (1, 11, 5, 'Works well in Japanese too.'),
  (1, 12, 4, 'Would like more control over the greeting.'),
  (1, 13, 5, null),
  (1, 14, 5, null),
  (1, 15, 5, 'Customers thank it by name.'),
  (2, 2, 5, 'The drafts sound like us, not like a template.'),
  (2, 3, 5, null),
  (2, 4, 4, 'Qualification is strong; reporting could be deeper.'),
  (2, 6, 5, 'Booked eleven demos in the first week.'),
  (2, 8, 3, 'Our CRM needed a fair bit of mapping before it was useful.'),
  (2, 9, 5, null),
  (2, 10, 4, null),
  (2, 12, 5, null),
  (2, 15, 5, 'Follow-ups go out on time now, every time.'),
  (2, 16, 5, null),
  (3, 1, 5, 'Keeps to the style guide better than most of us do.'),
  (3, 3, 5, null),
  (3, 5, 5, 'The sources are real. I checked.'),
  (3, 7, 4, 'Long posts still want an editor.'),
  (3, 9, 5, 'Our newsletter takes an hour instead of a day.'),
  (3, 11, 5, null),
  (3, 13, 3, 'Fine for the blog, too cheerful for our trade press.'),
  (3, 14, 5, null),
  (3, 15, 5, null),
  (3, 16, 5, null),
  (4, 1, 5, 'Shows the query it ran, so finance trusts the number.'),
  (4, 2, 5, null),
  (4, 4, 5, 'The weekly "what changed" note replaced a meeting.'),
  (4, 5, 5, null),
  (4, 6, 5, null),
  (4, 8, 4, 'Needs well-named columns, then it is excellent.'),
  (4, 10, 5, null),
  (4, 12, 5, 'Found a double-counted invoice in its first hour.'),
  (4, 13, 5, null),
  (4, 16, 5, null),
  (5, 1, 5, null),
  (5, 2, 4, 'Agenda suggestions are better than I expected.'),
  (5, 3, 5, 'Five time zones and no more mental arithmetic.'),
  (5, 4, 5, null),
  (5, 5, 3, 'Notes are good, but names get mixed up in large calls.'),
  (5, 6, 5, null),
  (5, 7, 5, 'Action items arrive before I have closed the tab.'),
  (5, 8, 4, null),
  (5, 10, 5, null),
  (5, 11, 5, null),
  (5, 12, 3, 'Could handle recurring meetings with more grace.'),
  (5, 13, 5, null),
  (5, 14, 5, null),
  (5, 16, 4, null),
  (6, 7, 5, 'Refunds that took two days now take two messages.'),
  (6, 9, 5, null),
  (6, 11, 4, 'Exchanges for another size are smooth.'),
  (6, 14, 3, 'Solid, though our cross-border labels needed help.'),
  (6, 15, 5, null)
) as review (agent, reviewer, rating, body)
cross join lateral (
  select '2026-09-24 16:00+00'::timestamptz + make_interval(days => review.reviewer * 3, hours => review.agent) as at
) as written
on conflict do nothing;

-- The workspace of the demo user: private agents, deployments in every status, a Pro subscription, and three months of
-- usage up to today. The endpoints of the deployments are on the origin in the setting `slipway.origin`.
do $$
declare
  demo constant uuid := 'd0000000-0000-4000-8000-000000000001';
begin
  if exists (select 1 from public.agents where creator_id = demo) then
    return;
  end if;

  insert into public.agents (
    id, creator_id, name, description, category, tags, pricing_model, price_per_message, is_public, status,
    created_at, updated_at
  )
  values
    ('a0000000-0000-4000-8000-000000000101', demo, 'Invoice Reader',
      'Reads invoices from an inbox and writes their totals into a sheet.',
      'productivity', '{invoices,email}', 'per_message', 0.02, true, 'archived',
      now() - interval '140 days', now() - interval '5 days'),
    ('a0000000-0000-4000-8000-000000000102', demo, 'Release Notes Writer',
      'Turns merged changes into notes that customers understand.',
      'content', '{changelog,writing}', 'free', null, false, 'active',
      now() - interval '96 days', now() - interval '40 days'),
    ('a0000000-0000-4000-8000-000000000103', demo, 'Churn Watcher',
      'Looks for accounts that go quiet and says why.',
      'analytics', '{retention}', 'free', null, false, 'draft',
      now() - interval '12 days', now() - interval '3 days'),
    ('a0000000-0000-4000-8000-000000000104', demo, 'Onboarding Guide',
      'Walks a new customer through the first week.',
      'customer-service', '{onboarding}', 'per_message', 0.01, false, 'draft',
      now() - interval '2 days', now() - interval '2 days');

  insert into public.agent_configs (agent_id, prompt, temperature, max_tokens)
  values
    ('a0000000-0000-4000-8000-000000000101', 'Read the invoice. Answer with supplier, date, net, tax and total.', 0, 500),
    ('a0000000-0000-4000-8000-000000000102', 'Write release notes for customers. Short sentences, no ticket numbers.', 0.7, 1500),
    ('a0000000-0000-4000-8000-000000000103', '', 0.7, 1000),
    ('a0000000-0000-4000-8000-000000000104', 'Be warm and brief. One step at a time.', 0.9, 800);

  insert into public.agent_installs (agent_id, user_id, created_at)
  values
    ('a0000000-0000-4000-8000-000000000001', demo, now() - interval '90 days'),
    ('a0000000-0000-4000-8000-000000000005', demo, now() - interval '21 days');

  insert into public.deployments (
    id, name, agent_id, user_id, api_key, endpoint_url, status, created_at, updated_at, last_deployed_at
  )
  select
    ('f0000000-0000-4000-8000-00000000000' || number)::uuid, name,
    ('a0000000-0000-4000-8000-' || lpad(agent, 12, '0'))::uuid, demo,
    'ak_' || encode(extensions.gen_random_bytes(32), 'hex'),
    coalesce(nullif(current_setting('slipway.origin', true), ''), 'https://api.slipway.example') || '/v1/agents/' || name, status, now() - age, now() - since,
    case when status = 'active' then now() - since end
  from (values
    (1, 'website-support', '1', 'active', interval '89 days', interval '33 days'),
    (2, 'release-notes', '102', 'active', interval '60 days', interval '60 days'),
    (3, 'invoices-inbox', '101', 'stopped', interval '75 days', interval '5 days'),
    (4, 'sales-follow-up', '2', 'failed', interval '20 days', interval '1 day'),
    (5, 'weekly-insights', '4', 'deploying', interval '9 days', interval '0'),
    (6, 'meeting-notes', '5', 'pending', interval '0', interval '0')
  ) as deployment (number, name, agent, status, age, since);

  -- Replace the events of the seeding itself with an invented history.
  delete from public.deployment_events where user_id = demo;
  insert into public.deployment_events (deployment_id, user_id, from_status, to_status, actor, created_at)
  select d.id, demo, event.from_status, event.to_status, event.actor, event.at
  from public.deployments d
  cross join lateral (values
    (null, 'pending', 'owner', d.created_at, true),
    ('pending', 'active', 'owner', d.created_at + interval '2 seconds', d.status <> 'pending'),
    ('active', 'stopped', 'owner', d.updated_at - interval '1 minute', d.status = 'deploying'),
    ('stopped', 'deploying', 'owner', d.updated_at, d.status = 'deploying'),
    ('active', 'stopped', 'owner', d.updated_at, d.status = 'stopped'),
    ('active', 'failed', 'server', d.updated_at, d.status = 'failed')
  ) as event (from_status, to_status, actor, at, happened)
  where d.user_id = demo and event.happened
  order by event.at;

  insert into public.subscriptions (
    user_id, status, plan_name, price_per_cycle, billing_cycle, current_period_start, current_period_end, created_at
  )
  values (
    demo, 'active', 'Pro', 29, 'monthly',
    date_trunc('day', now()) - interval '11 days', date_trunc('day', now()) - interval '11 days' + interval '1 month',
    now() - interval '89 days'
  );

  -- Calls on each of 89 days; every call is a message and an api_call.
  insert into public.usage_tracking (
    user_id, agent_id, deployment_id, usage_type, quantity, cost, tokens, idempotency_key, created_at
  )
  select
    demo, d.agent_id, d.id, kind.usage_type, 1,
    case when kind.usage_type = 'message' then coalesce(a.price_per_message, 0) else 0 end,
    case when kind.usage_type = 'message' then 180 + (day * 37 + call * 53) % 640 end,
    format('seed-%s-%s-%s', d.name, day, call), at.moment
  from public.deployments d
  join public.agents a on a.id = d.agent_id
  cross join generate_series(0, 88) as day
  cross join lateral generate_series(1, case d.name when 'website-support' then 4 + day * 7 % 9 else 1 + day * 5 % 4 end) as call
  cross join lateral (select now() - make_interval(days => day, mins => call * 37) as moment) as at
  cross join (values ('message'), ('api_call')) as kind (usage_type)
  where d.user_id = demo
    and d.name in ('website-support', 'release-notes', 'invoices-inbox')
    and at.moment > d.created_at
    and (d.status = 'active' or at.moment < d.updated_at);

  insert into public.usage_tracking (user_id, usage_type, quantity, idempotency_key, created_at)
  select demo, 'storage', 12.5, 'seed-storage-' || week, now() - make_interval(weeks => week)
  from generate_series(0, 12) as week;

  -- Calls by other users while the agent of the demo user was public.
  insert into public.usage_tracking (user_id, agent_id, usage_type, quantity, cost, idempotency_key, created_at)
  select
    ('b0000000-0000-4000-8000-' || lpad(caller::text, 12, '0'))::uuid, 'a0000000-0000-4000-8000-000000000101',
    kind.usage_type, 1, case when kind.usage_type = 'message' then 0.02 else 0 end,
    format('seed-others-%s-%s', caller, day), now() - make_interval(days => day, hours => caller)
  from generate_series(1, 7) as caller
  cross join generate_series(6, 80, 2) as day
  cross join (values ('message'), ('api_call')) as kind (usage_type);

  insert into public.security_audit_log (event_type, user_id, details, ip_address, user_agent, created_at)
  values
    ('authentication_failed', null, '{"email": "dem***"}', '192.0.2.17', 'Mozilla/5.0', now() - interval '8 days'),
    ('authentication_succeeded', demo, '{}', '192.0.2.17', 'Mozilla/5.0', now() - interval '8 days'),
    ('key_revealed', demo, '{"deployment_id": "f0000000-0000-4000-8000-000000000001"}', '192.0.2.17', 'Mozilla/5.0',
      now() - interval '8 days');
end;
$$;
