/** Where an agent stands, in one word, and the words that lead from there. */
import type { Agent, Place } from './agents';

export type Standing = 'draft' | 'published' | 'private' | 'archived';

export function standingOf({ status, is_public }: Place): Standing {
  if (status === 'archived') return 'archived';
  if (status === 'draft') return 'draft';
  return is_public ? 'published' : 'private';
}

export type Move = 'unpublish' | 'archive' | 'unarchive';

export const placeAfter: Readonly<Record<Move | 'publish', Place>> = {
  publish: { status: 'active', is_public: true },
  // Those who run it go on running it.
  unpublish: { status: 'active', is_public: false },
  archive: { status: 'archived', is_public: false },
  unarchive: { status: 'draft', is_public: false },
};

const moves: Readonly<Record<Standing, readonly Move[]>> = {
  draft: ['archive'],
  published: ['unpublish', 'archive'],
  private: ['archive'],
  archived: ['unarchive'],
};

/** What its creator may do with where it stands, besides publishing. */
export const movesOf = (agent: Pick<Agent, 'status' | 'is_public'>): readonly Move[] =>
  moves[standingOf(agent)];
