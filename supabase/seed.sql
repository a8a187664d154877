-- What a fresh local database starts with: a demo person, four creators with six sample agents, sixteen reviewers.
-- Applied once, with the first migrations; applying it again changes nothing. Works with Supabase's own `auth`
-- schema and with the smaller one of the embedded backend. Prices are US dollars a month. Times are UTC.
-- The installation counts are invented; every rating is the mean of the rows below.

-- The demo person signs in with demo@slipway.example and Slipway-demo-1. Nobody else here can sign in.
insert into auth.users (
  id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
  created_at, updated_at
)
select
  person.id::uuid, 'authenticated', 'authenticated', person.email, person.password_hash, '2026-03-02 09:00+00',
  '{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', person.full_name),
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
) as person (id, email, full_name, password_hash)
on conflict do nothing;

-- Hosted Supabase looks accounts up by instance; the embedded schema has no such column.
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
  is_public, status, install_count, created_at, updated_at
)
values
  ('a0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000001',
    'Customer Support Bot',
    'Answers customer questions around the clock from your help centre and past tickets, and hands over to a person with a summary when it is not sure.',
    'customer-service', '{support,faq,tickets,live-chat}', 'free', null,
    true, 'active', 12480, '2026-09-21 08:30+00', '2026-09-21 08:30+00'),
  ('a0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000002',
    'Sales Assistant',
    'Qualifies inbound leads, drafts follow-up e-mails in your own tone and books the meeting once a prospect is ready to talk.',
    'sales', '{leads,crm,outreach,email}', 'per_month', 29,
    true, 'active', 8940, '2026-09-08 13:10+00', '2026-09-08 13:10+00'),
  ('a0000000-0000-4000-8000-000000000003', 'c0000000-0000-4000-8000-000000000003',
    'Content Creator',
    'Turns a rough outline into blog posts, newsletters and social updates that keep to your style guide and cite their sources.',
    'content', '{writing,blog,social-media,seo,newsletter}', 'per_month', 19,
    true, 'active', 10260, '2026-08-19 10:45+00', '2026-08-19 10:45+00'),
  ('a0000000-0000-4000-8000-000000000004', 'c0000000-0000-4000-8000-000000000002',
    'Insight Analyst',
    'Ask a question about your spreadsheets or warehouse in plain words and get a chart, the query behind it and what changed since last week.',
    'analytics', '{data,reporting,sql,dashboards}', 'per_month', 49,
    true, 'active', 5310, '2026-07-30 15:20+00', '2026-07-30 15:20+00'),
  ('a0000000-0000-4000-8000-000000000005', 'c0000000-0000-4000-8000-000000000004',
    'Meeting Planner',
    'Finds a time that suits everyone, writes the agenda, takes notes during the call and sends each person their own action items.',
    'productivity', '{calendar,notes,scheduling}', 'free', null,
    true, 'active', 15720, '2026-06-25 07:55+00', '2026-06-25 07:55+00'),
  ('a0000000-0000-4000-8000-000000000006', 'c0000000-0000-4000-8000-000000000001',
    'Returns Concierge',
    'Handles returns, exchanges and refunds from the first message to the shipping label, within the rules of your own shop.',
    'customer-service', '{refunds,e-commerce,orders}', 'per_month', 39,
    true, 'active', 3670, '2026-05-14 11:35+00', '2026-05-14 11:35+00')
on conflict do nothing;

-- Means: 4.8 of 15, 4.6 of 10, 4.7 of 10, 4.9 of 10, 4.5 of 14, 4.4 of 5.
insert into public.agent_reviews (agent_id, user_id, rating, body, created_at, updated_at)
select
  ('a0000000-0000-4000-8000-' || lpad(review.agent::text, 12, '0'))::uuid,
  ('b0000000-0000-4000-8000-' || lpad(review.person::text, 12, '0'))::uuid,
  review.rating, review.body, written.at, written.at
from (values
  (1, 1, 5, 'Our first reply time went from four hours to under a minute.'),
  (1, 2, 5, 'The hand-over summary is what sold it to the team.'),
  (1, 3, 4, 'Very good on the help centre, a little slow on old tickets.'),
  (1, 4, 5, null),
  (1, 5, 5, 'It says when it does not know. That alone is worth it.'),
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
  (5, 3, 5, 'Five time zones and nobody had to do the arithmetic.'),
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
) as review (agent, person, rating, body)
cross join lateral (
  select '2026-09-24 16:00+00'::timestamptz + make_interval(days => review.person * 3, hours => review.agent) as at
) as written
on conflict do nothing;
