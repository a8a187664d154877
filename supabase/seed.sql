-- Sample data for a new local database: a demo user with a workspace, four creators with six sample agents, and
-- sixteen reviewers. New users start without data. The file is long because its rows refer to each other.
-- Applied once, after the first migrations; applying it again changes nothing. It works with the `auth` schema of
-- hosted Supabase and with the smaller one of the embedded backend. Prices are US dollars. Times are UTC.
-- Install counts are invented (`imported_installs`); every rating is the mean of the reviews below.

-- The demo user signs in with demo@slipway.example and Slipway-demo-1. The other accounts cannot sign in.
insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  created_at, updated_at
)
select
  account.id::uuid, 'authenticated', 'authenticated', account.email, account.password_hash, '2026-03-02 09:00+00',
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', account.full_name),
  '', '', '', '', '',
  '2026-03-02 09:00+00', '2026-03-02 09:00+00'
from (values
  ('d0000000-0000-4000-8000-000000000001', 'demo@slipway.example', 'Robin Hale',
    '$2b$10$OE9bbw4N18sfSIEaON4TNeCXMH1pzGZcsmqalNTs6YR0AQlM0x1U2'),
  ('c0000000-0000-4000-8000-000000000001', 'amara.okafor@slipway.example', 'Amara Okafor', null),
  ('c0000000-0000-4000-8000-000000000002', 'jonas.lindqvist@slipway.example', 'Jonas Lindqvist', null),
  ('c0000000-0000-4000-8000-000000000003', 'priya.raman@slipway.example', 'Priya Raman', null),
  ('c0000000-0000-4000-8000-000000000004', 'mateo.alvarez@slipway.example', 'Mateo Álvarez', null),
  ('b0000000-0000-4000-8000-000000000001', 'hannah.weiss@slipway.example', 'Hannah Weiss', null),
  ('b0000000-0000-4000-8000-000000000002', 'tomasz.nowak@slipway.example', 'Tomasz Nowak', null),
  ('b0000000-0000-4000-8000-000000000003', 'leila.haddad@slipway.example', 'Leila Haddad', null),
  ('b0000000-0000-4000-8000-000000000004', 'kenji.mori@slipway.example', 'Kenji Mori', null),
  ('b0000000-0000-4000-8000-000000000005', 'grace.mensah@slipway.example', 'Grace Mensah', null),
  ('b0000000-0000-4000-8000-000000000006', 'oliver.grant@slipway.example', 'Oliver Grant', null),
  ('b0000000-0000-4000-8000-000000000007', 'sofia.marino@slipway.example', 'Sofia Marino', null),
  ('b0000000-0000-4000-8000-000000000008', 'daniel.cohen@slipway.example', 'Daniel Cohen', null),
  ('b0000000-0000-4000-8000-000000000009', 'ines.carvalho@slipway.example', 'Inês Carvalho', null),
  ('b0000000-0000-4000-8000-000000000010', 'marcus.boyd@slipway.example', 'Marcus Boyd', null),
  ('b0000000-0000-4000-8000-000000000011', 'yuki.tanaka@slipway.example', 'Yuki Tanaka', null),
  ('b0000000-0000-4000-8000-000000000012', 'elena.petrova@slipway.example', 'Elena Petrova', null),
  ('b0000000-0000-4000-8000-000000000013', 'samuel.adeyemi@slipway.example', 'Samuel Adeyemi', null),
  ('b0000000-0000-4000-8000-000000000014', 'claire.dubois@slipway.example', 'Claire Dubois', null),
  ('b0000000-0000-4000-8000-000000000015', 'arjun.patel@slipway.example', 'Arjun Patel', null),
  ('b0000000-0000-4000-8000-000000000016', 'nora.eide@slipway.example', 'Nora Eide', null)
) as account (id, email, full_name, password_hash)
on conflict do nothing;

-- Hosted Supabase finds accounts by instance; the embedded schema has no such column.
do $$
begin
  if exists (
    select 1 from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute $sql$
      update auth.users set instance_id = '00000000-0000-0000-0000-000000000000'
      where instance_id is null and email like '%@slipway.example'
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

insert into public.agents (
  id, creator_id, name, description, category, tags, pricing_model, price_per_month,
  is_public, status, install_count, imported_installs, created_at, updated_at
)
values
  ('a0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000001',
    'Customer Support Bot',
    'Answers customer questions around the clock from your help center and past tickets, and hands over to your team with a summary when it is not sure.',
    'customer-service', '{support,faq,tickets,live-chat}', 'free', null,
    true, 'active', 12479, 12479, '2026-09-21 08:30+00', '2026-09-21 08:30+00'),
  ('a0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000002',
    'Sales Assistant',
    'Qualifies inbound leads, drafts follow-up emails in your tone and books the meeting once a prospect is ready to talk.',
    'sales', '{leads,crm,outreach,email}', 'per_month', 29,
    true, 'active', 8940, 8940, '2026-09-08 13:10+00', '2026-09-08 13:10+00'),
  ('a0000000-0000-4000-8000-000000000003', 'c0000000-0000-4000-8000-000000000003',
    'Content Creator',
    'Turns a rough outline into blog posts, newsletters and social updates that keep to your style guide and cite their sources.',
    'content', '{writing,blog,social-media,seo,newsletter}', 'per_month', 19,
    true, 'active', 10260, 10260, '2026-08-19 10:45+00', '2026-08-19 10:45+00'),
  ('a0000000-0000-4000-8000-000000000004', 'c0000000-0000-4000-8000-000000000002',
    'Insight Analyst',
    'Ask a question about your spreadsheets or warehouse in plain English and get a chart, the query behind it and what changed since last week.',
    'analytics', '{data,reporting,sql,dashboards}', 'per_month', 49,
    true, 'active', 5310, 5310, '2026-07-30 15:20+00', '2026-07-30 15:20+00'),
  ('a0000000-0000-4000-8000-000000000005', 'c0000000-0000-4000-8000-000000000004',
    'Meeting Planner',
    'Finds a time that suits everyone, writes the agenda, takes notes during the call and sends every participant their action items.',
    'productivity', '{calendar,notes,scheduling}', 'free', null,
    true, 'active', 15719, 15719, '2026-06-25 07:55+00', '2026-06-25 07:55+00'),
  ('a0000000-0000-4000-8000-000000000006', 'c0000000-0000-4000-8000-000000000001',
    'Returns Concierge',
    'Handles returns, exchanges and refunds from the first message to the shipping label, within the rules of your shop.',
    'customer-service', '{refunds,e-commerce,orders}', 'per_month', 39,
    true, 'active', 3670, 3670, '2026-05-14 11:35+00', '2026-05-14 11:35+00')
on conflict do nothing;

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

insert into public.agent_configs (agent_id, prompt)
values
  ('a0000000-0000-4000-8000-000000000001', 'You answer customers from the help center. Tell them when you are not sure.'),
  ('a0000000-0000-4000-8000-000000000002', 'You qualify leads and write follow-ups in the tone of the team.'),
  ('a0000000-0000-4000-8000-000000000003', 'You turn outlines into posts that keep to the style guide and cite sources.'),
  ('a0000000-0000-4000-8000-000000000004', 'You answer questions about data with a chart and the query behind it.'),
  ('a0000000-0000-4000-8000-000000000005', 'You plan meetings, write agendas and send action items.'),
  ('a0000000-0000-4000-8000-000000000006', 'You handle returns and refunds within the rules of the shop.')
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
