-- The six sample agents of the marketplace (MKT-43), on every new database, also a hosted one. They belong to the system
-- creator of the migration `system_creator`, which cannot sign in. No account, install or review is invented here:
-- `demo.sql` adds those where a demo is wanted. Applied once, after the first migrations; applying it again changes
-- nothing. Prices are US dollars. Times are UTC.

insert into public.agents (
  id, creator_id, name, description, category, tags, pricing_model, price_per_month,
  is_public, status, created_at, updated_at
)
values
  ('a0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000001',
    'Customer Support Bot',
    'Answers customer questions around the clock from your help center and past tickets, and hands over to your team with a summary when it is not sure.',
    'customer-service', '{support,faq,tickets,live-chat}', 'free', null,
    true, 'active', '2026-09-21 08:30+00', '2026-09-21 08:30+00'),
  ('a0000000-0000-4000-8000-000000000002', 'c0000000-0000-4000-8000-000000000001',
    'Sales Assistant',
    'Qualifies inbound leads, drafts follow-up emails in your tone and books the meeting once a prospect is ready to talk.',
    'sales', '{leads,crm,outreach,email}', 'per_month', 29,
    true, 'active', '2026-09-08 13:10+00', '2026-09-08 13:10+00'),
  ('a0000000-0000-4000-8000-000000000003', 'c0000000-0000-4000-8000-000000000001',
    'Content Creator',
    'Turns a rough outline into blog posts, newsletters and social updates that keep to your style guide and cite their sources.',
    'content', '{writing,blog,social-media,seo,newsletter}', 'per_month', 19,
    true, 'active', '2026-08-19 10:45+00', '2026-08-19 10:45+00'),
  ('a0000000-0000-4000-8000-000000000004', 'c0000000-0000-4000-8000-000000000001',
    'Insight Analyst',
    'Ask a question about your spreadsheets or warehouse in plain English and get a chart, the query behind it and what changed since last week.',
    'analytics', '{data,reporting,sql,dashboards}', 'per_month', 49,
    true, 'active', '2026-07-30 15:20+00', '2026-07-30 15:20+00'),
  ('a0000000-0000-4000-8000-000000000005', 'c0000000-0000-4000-8000-000000000001',
    'Meeting Planner',
    'Finds a time that suits everyone, writes the agenda, takes notes during the call and sends every participant their action items.',
    'productivity', '{calendar,notes,scheduling}', 'free', null,
    true, 'active', '2026-06-25 07:55+00', '2026-06-25 07:55+00'),
  ('a0000000-0000-4000-8000-000000000006', 'c0000000-0000-4000-8000-000000000001',
    'Returns Concierge',
    'Handles returns, exchanges and refunds from the first message to the shipping label, within the rules of your shop.',
    'customer-service', '{refunds,e-commerce,orders}', 'per_month', 39,
    true, 'active', '2026-05-14 11:35+00', '2026-05-14 11:35+00')
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
