/** Search requests to measure, and the naive query on `agents` under row-level security for the same result. */
import { UNIQUE } from './sampleAgents';

export interface Case {
  name: string;
  /** Arguments of `search_listings`. */
  args: string;
  /** Reported in italics: the target of 10 ms does not apply. */
  isExempt?: boolean;
  /** The same result with OFFSET and ILIKE. */
  naive?: string;
}

const columns = 'id, name, description, category, tags, pricing_model, install_count';
const open = `select ${columns} from public.agents where is_public and status = 'active'`;
const text = (word: string) =>
  `${open} and (name ilike '%${word}%' or description ilike '%${word}%' or array_to_string(tags, ' ') ilike '%${word}%')`;
const newest = 'order by created_at desc';

/** `depth`: number of rows before the deep page. `after`: the last of them, as JSON. */
export const cases = (depth: number, after: string): Case[] => [
  { name: 'first page, newest', args: '', naive: `${open} ${newest} limit 48` },
  {
    name: `page ${String(depth / 48 + 1)}, newest`,
    args: `after => ${after}`,
    naive: `${open} ${newest} limit 48 offset ${String(depth)}`,
  },
  {
    name: 'most installed',
    args: "sort => 'installs'",
    naive: `${open} order by install_count desc limit 48`,
  },
  { name: 'best rated', args: "sort => 'rating'" },
  { name: 'cheapest', args: "sort => 'price'" },
  {
    name: 'category',
    args: "category => 'sales'",
    naive: `${open} and category = 'sales' ${newest} limit 48`,
  },
  { name: 'one hit', args: `q => '${UNIQUE}'`, naive: `${text(UNIQUE)} ${newest} limit 48` },
  { name: 'one hit, inside a word', args: `q => '${UNIQUE.slice(2, 8)}'` },
  { name: 'no hit, nothing near', args: "q => 'qqxzjvk'", naive: `${text('qqxzjvk')} ${newest} limit 48` },
  {
    name: 'common word, newest',
    args: "q => 'agent', sort => 'newest'",
    naive: `${text('agent')} ${newest} limit 48`,
  },
  { name: 'common word, most installed', args: "q => 'support', sort => 'installs'" },
  {
    name: 'common tag',
    args: "tags => '{tag-data}'",
    naive: `${open} and tags @> '{tag-data}' ${newest} limit 48`,
  },
  {
    name: 'rare tag',
    args: "tags => '{tag-bacory}'",
    naive: `${open} and tags @> '{tag-bacory}' ${newest} limit 48`,
  },
  { name: 'prices from 40 to 60', args: 'min_price => 40, max_price => 60' },
  { name: 'two letters, no hit', args: "q => 'zq'" },
  { name: 'symbols, no hit', args: "q => '.*'", naive: `${text('.*')} ${newest} limit 48` },
  { name: 'word in 0.7 % of texts, newest', args: "q => 'bahapus', sort => 'newest'", isExempt: true },
  { name: 'part of many words, newest', args: "q => 'ssistan', sort => 'newest'" },
  { name: 'part of many words, relevance', args: "q => 'ssistan'", isExempt: true },
  { name: 'common word, relevance', args: "q => 'agent'", isExempt: true },
  { name: 'word in 2 % of texts, relevance', args: "q => 'coach'", isExempt: true },
  { name: 'misspelled common word', args: "q => 'assistnat'", isExempt: true },
];

/** Counts without rows. */
export const counts = [
  { name: 'count of all', args: '' },
  { name: 'count of a common word', args: "q => 'agent'" },
  { name: 'count of a word in 2 % of texts', args: "q => 'coach'" },
];
