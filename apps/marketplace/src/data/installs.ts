/**
 * Agents that the user has installed. A visitor's installs stay in local storage and are uploaded after sign-in.
 * Source: `public.agent_installs` under "users read their own installs".
 */
import { queryOptions } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { supabase, unwrap } from '@slipway/data';

const STORAGE_KEY = 'slipway-installs';
const MAX_STORED = 100;

/** Agent ids, oldest first. Storage can be blocked, and other code can write anything into it. */
function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function writeStored(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(ids.slice(-MAX_STORED)));
  } catch {
    // Storage is blocked or full: the install lasts until the page is closed.
  }
}

const recordInstall = (agentId: string) =>
  unwrap(
    supabase()
      .from('agent_installs')
      .upsert({ agent_id: agentId }, { onConflict: 'agent_id,user_id', ignoreDuplicates: true }),
  );

export const installQueries = {
  /** Installed agent ids; `userId` is null for a visitor. Uploads stored installs first. @throws `unavailable` */
  mine: (userId: string | null) =>
    queryOptions({
      queryKey: ['installs', userId] as const,
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        if (userId === null) return new Set(readStored());
        for (const id of readStored()) {
          await recordInstall(id).catch((error: unknown) => {
            // Drop agents that were deleted or hidden since. Keep the rest for the next attempt.
            if (!isAppError(error) || error.code === 'unavailable') throw error;
          });
          writeStored(readStored().filter((each) => each !== id));
        }
        const rows = await unwrap(
          supabase().from('agent_installs').select('agent_id').eq('user_id', userId).abortSignal(signal),
        );
        return new Set(rows.map(({ agent_id }) => agent_id));
      },
    }),
};

export interface InstallChange {
  agentId: string;
  userId: string | null;
  installed: boolean;
}

/** Installing twice has no further effect. @throws `forbidden`, `unavailable`, `unexpected` */
export async function changeInstall({ agentId, userId, installed }: InstallChange): Promise<void> {
  if (userId === null) {
    const others = readStored().filter((id) => id !== agentId);
    writeStored(installed ? [...others, agentId] : others);
  } else if (installed) {
    await recordInstall(agentId);
  } else {
    await unwrap(supabase().from('agent_installs').delete().eq('agent_id', agentId).eq('user_id', userId));
  }
}

/** An agent as the install buttons know it. */
export interface Installable {
  id: string;
  name: string;
}

/** Install state and actions, as the buttons use them. */
export interface Installer {
  isInstalled: (id: string) => boolean;
  /** A change for this agent is in flight. */
  isChanging: (id: string) => boolean;
  install: (agent: Installable) => void;
  uninstall: (agent: Installable) => void;
}
