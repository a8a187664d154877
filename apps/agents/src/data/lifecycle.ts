/** Lifecycle states of an agent, and the actions that change them. */
import type { Agent, Visibility } from './agents';

export type Lifecycle = 'draft' | 'published' | 'private' | 'archived';

export function lifecycleOf({ status, is_public }: Visibility): Lifecycle {
  if (status === 'archived') return 'archived';
  if (status === 'draft') return 'draft';
  return is_public ? 'published' : 'private';
}

/** Whether the notice period of a withdrawn agent is over; `time` is its end. */
export const hasEnded = (time: string) => Date.parse(time) <= Date.now();

export type LifecycleAction = 'unpublish' | 'archive' | 'unarchive';

export const visibilityAfter: Readonly<Record<LifecycleAction, Visibility>> = {
  // Users who already run the agent keep running it.
  unpublish: { status: 'active', is_public: false },
  archive: { status: 'archived', is_public: false },
  unarchive: { status: 'draft', is_public: false },
};

const actions: Readonly<Record<Lifecycle, readonly LifecycleAction[]>> = {
  draft: ['archive'],
  published: ['unpublish', 'archive'],
  private: ['archive'],
  archived: ['unarchive'],
};

/** The lifecycle actions its creator may take, besides publishing. */
export const lifecycleActionsOf = (agent: Pick<Agent, 'status' | 'is_public'>): readonly LifecycleAction[] =>
  actions[lifecycleOf(agent)];
