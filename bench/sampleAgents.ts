/**
 * Fills a database with many realistic agents. Words and tags follow Zipf's law, most agents have no installs, and many
 * share a price or a rating.
 */
import type { Database } from '@slipway/backend';

const COMMON =
  'agent assistant data support customer sales content team report email bot helper writes finds answers insight planner invoice lead meeting research summary ticket social market schedule review analysis product order video brand policy document contract refund chat call blog post forecast budget pipeline tutor travel recipe health finance legal code test deploy monitor alert translate language voice image design photo music game story script news weather stock crypto tax payroll hiring resume interview onboarding training course quiz survey feedback churn retention pricing catalog inventory shipping returns warehouse supplier procurement project task sprint roadmap bug incident runbook log metric dashboard chart table sheet slide deck proposal quote negotiation campaign keyword search ranking audit compliance privacy security risk fraud claim insurance mortgage property rental booking calendar reminder note wiki knowledge answer question expert advisor coach mentor companion'.split(
    ' ',
  );
const STARTS =
  'ba be bri ca che co da de dro el fa fi gra ha in ja ka le lu ma mo na no or pa pe plu qua ra ri'.split(
    ' ',
  );
const MIDDLES = 'ban cor den fel gin hap jul kem lin mor nip pol ras sen tor vel wim xan yor zed'.split(' ');
const ENDS =
  'a able al ary ed en er ic ing ion ism ist ity ive ment ness or ous ship ty um ure us ward wise y'.split(
    ' ',
  );

const TAGS = 300;

/** The most frequent first: real words, then generated ones. */
export const words = [
  ...COMMON,
  ...STARTS.flatMap((start) => MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end))),
];

/** Occurs in the name of exactly one agent. */
export const UNIQUE = 'zylophant';

const list = (texts: string[]) => `array[${texts.map((text) => `'${text}'`).join(',')}]`;
const zipf = (array: string, size: number) => `${array}[floor(power(${String(size)}, random()))::int]`;
/** Between `least` and `most` words. Using `n` makes PostgreSQL evaluate it again for every row. */
const text = (least: number, most: number) =>
  `array_to_string(array(select ${zipf('w.words', words.length)}
     from generate_series(1, ${String(least)} + floor(random() * ${String(most - least + 1)})::int + 0 * n)), ' ')`;

const agents = (size: number) => `
select setseed(0.42);
insert into auth.users (id, email, raw_user_meta_data)
select ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'bench-' || n || '@example.com',
  jsonb_build_object('full_name', 'Creator ' || n)
from generate_series(1, 1000) n;

insert into public.agents (
  creator_id, name, description, category, tags, pricing_model, price_per_message, price_per_month,
  is_public, status, install_count, created_at
)
select
  ('00000000-0000-4000-9000-' || lpad(to_hex(1 + n % 1000), 12, '0'))::uuid,
  case when n = ${String(Math.floor(size / 2))} then 'The ${UNIQUE}' else left(initcap(${text(2, 4)}), 80) end,
  ${text(8, 24)},
  (array['customer-service', 'sales', 'content', 'analytics', 'productivity'])[1 + floor(random() * 5)::int],
  array(select distinct 'tag-' || ${zipf('w.words', TAGS)} from generate_series(1, floor(random() * 5)::int + 0 * n)),
  model,
  case when model = 'per_message' then round((random() * 0.05)::numeric, 3) end,
  case when model = 'per_month' then (array[9, 19, 29, 39, 49, 99])[1 + floor(random() * 6)::int] end,
  true, 'active',
  least(floor(power(random(), -0.8)) - 1, 500000)::int,
  date_trunc('second', now() - random() * interval '3 years')
from generate_series(1, ${String(size)}) n
cross join (select ${list(words)} as words) w
cross join lateral (
  select (array['free', 'free', 'per_message', 'per_month'])[1 + floor(random() * 4)::int + 0 * n] as model
) m;
`;

/** The rows that the trigger would write, in one statement. Reviews are counted but not inserted. */
const listings = `
insert into public.agent_listings (
  agent_id, name, description, category, tags, creator_name, pricing_model, price_per_message, price_per_month,
  external_only, installs, review_count, rating_sum, created_at, search_text, search
)
select
  a.id, a.name, a.description, a.category, a.tags, p.full_name, a.pricing_model, a.price_per_message,
  a.price_per_month, a.external_only, a.install_count, a.install_count / 4,
  round(a.install_count / 4 * (3 + 2 * random()))::int, a.created_at,
  lower(concat_ws(e'\\n', a.name, a.description, array_to_string(a.tags, e'\\n'))),
  setweight(to_tsvector('simple', a.name), 'A')
    || setweight(to_tsvector('simple', array_to_string(a.tags, ' ')), 'B')
    || setweight(to_tsvector('simple', a.description), 'C')
from public.agents a
join public.profiles p on p.id = a.creator_id;
`;

/** Fills a migrated database that has no agents. Creates the indexes afterwards, which is faster. */
export async function fill(database: Database, size: number): Promise<void> {
  const indexes = await database.rows<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = 'agent_listings' and indexname <> 'agent_listings_pkey'`,
  );
  await database.transaction(async (session) => {
    await session.run(`
      set local maintenance_work_mem = '512MB';
      alter table public.agents disable trigger user;
      ${indexes.map(({ name }) => `drop index public.${name};`).join('\n')}
      ${agents(size)}
      ${listings}
      ${indexes.map(({ definition }) => `${definition};`).join('\n')}
      alter table public.agents enable trigger user;
    `);
  });
  await database.run('vacuum analyze public.agents');
  await database.run('vacuum analyze public.agent_listings');
}
