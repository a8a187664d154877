/**
 * Which agents this person has installed. A visitor's are kept in the browser and recorded once they are signed in.
 * Source: `public.agent_installs` under "people read their own installations".
 */
import { queryOptions } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { supabase, unwrap } from '@slipway/data';

const STORED = 'slipway-installs';
const KEPT = 100;

/** Ids, oldest first. Storage may be refused or hold anything. */
function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function writeStored(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(ids.slice(-KEPT)));
  } catch {
    // Nothing is kept then, as the person's browser wants it.
  }
}

const record = (agentId: string) =>
  unwrap(
    supabase()
      .from('agent_installs')
      .upsert({ agent_id: agentId }, { onConflict: 'agent_id,user_id', ignoreDuplicates: true }),
  );

export const installQueries = {
  /** Ids; `userId` is null for a visitor. What a visitor installed is recorded first. @throws `unavailable` */
  mine: (userId: string | null) =>
    queryOptions({
      queryKey: ['installs', userId] as const,
      networkMode: 'always',
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        if (userId === null) return new Set(readStored());
        for (const id of readStored()) {
          await record(id).catch((error: unknown) => {
            // One that is gone or hidden by now is dropped; the rest waits for the next time.
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

/** Installing twice counts once. @throws `forbidden`, `unavailable`, `unexpected` */
export async function changeInstall({ agentId, userId, installed }: InstallChange): Promise<void> {
  if (userId === null) {
    const others = readStored().filter((id) => id !== agentId);
    writeStored(installed ? [...others, agentId] : others);
  } else if (installed) {
    await record(agentId);
  } else {
    await unwrap(supabase().from('agent_installs').delete().eq('agent_id', agentId).eq('user_id', userId));
  }
}

/** An agent as the install buttons know it. */
export interface Installable {
  id: string;
  name: string;
}

export interface Installs {
  isInstalled: (id: string) => boolean;
  /** A change for this agent is in flight. */
  isChanging: (id: string) => boolean;
  install: (agent: Installable) => void;
  uninstall: (agent: Installable) => void;
}
