/** What is asked of search, and the naive way to ask the same of `agents` under row-level security. */
import { UNIQUE } from './catalogue';

export interface Case {
  name: string;
  /** Arguments of `search_listings`; `position` is the last row of the page before the 5,000th. */
  ask: string;
  /** Reported by itself: not held to 10 ms. */
  isExempt?: boolean;
  /** Conditions, order and offset on `agents`. */
  naive?: string;
}

const columns = 'id, name, description, category, tags, pricing_model, install_count';
const open = `select ${columns} from public.agents where is_public and status = 'active'`;
const text = (word: string) =>
  `${open} and (name ilike '%${word}%' or description ilike '%${word}%' or array_to_string(tags, ' ') ilike '%${word}%')`;
const newest = 'order by created_at desc';

/** `depth` rows are before the deep page. */
export const cases = (depth: number, after: string): Case[] => [
  { name: 'first page, newest', ask: '', naive: `${open} ${newest} limit 48` },
  {
    name: `page ${String(depth / 48 + 1)}, newest`,
    ask: `after => ${after}`,
    naive: `${open} ${newest} limit 48 offset ${String(depth)}`,
  },
  {
    name: 'most installed',
    ask: "sort => 'installs'",
    naive: `${open} order by install_count desc limit 48`,
  },
  { name: 'best rated', ask: "sort => 'rating'" },
  { name: 'cheapest', ask: "sort => 'price'" },
  {
    name: 'category',
    ask: "category => 'sales'",
    naive: `${open} and category = 'sales' ${newest} limit 48`,
  },
  { name: 'one hit', ask: `q => '${UNIQUE}'`, naive: `${text(UNIQUE)} ${newest} limit 48` },
  { name: 'one hit, inside a word', ask: `q => '${UNIQUE.slice(2, 8)}'` },
  { name: 'no hit, nothing near', ask: "q => 'qqxzjvk'", naive: `${text('qqxzjvk')} ${newest} limit 48` },
  {
    name: 'common word, newest',
    ask: "q => 'agent', sort => 'newest'",
    naive: `${text('agent')} ${newest} limit 48`,
  },
  { name: 'common word, most installed', ask: "q => 'support', sort => 'installs'" },
  {
    name: 'common tag',
    ask: "tags => '{tag-data}'",
    naive: `${open} and tags @> '{tag-data}' ${newest} limit 48`,
  },
  {
    name: 'rare tag',
    ask: "tags => '{tag-bacory}'",
    naive: `${open} and tags @> '{tag-bacory}' ${newest} limit 48`,
  },
  { name: 'prices from 40 to 60', ask: 'min_price => 40, max_price => 60' },
  { name: 'two letters, no hit', ask: "q => 'zq'" },
  { name: 'symbols, no hit', ask: "q => '.*'", naive: `${text('.*')} ${newest} limit 48` },
  { name: 'word in 0.7 % of texts, newest', ask: "q => 'bahapus', sort => 'newest'", isExempt: true },
  { name: 'part of many words, newest', ask: "q => 'ssistan', sort => 'newest'" },
  { name: 'part of many words, relevance', ask: "q => 'ssistan'", isExempt: true },
  { name: 'common word, relevance', ask: "q => 'agent'", isExempt: true },
  { name: 'word in 2 % of texts, relevance', ask: "q => 'coach'", isExempt: true },
  { name: 'misspelled common word', ask: "q => 'assistnat'", isExempt: true },
];

/** Counts, by themselves. */
export const counts = [
  { name: 'count of all', ask: '' },
  { name: 'count of a common word', ask: "q => 'agent'" },
  { name: 'count of a word in 2 % of texts', ask: "q => 'coach'" },
];
