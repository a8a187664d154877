/** A try of an agent before it is deployed: by a person with their session, or by a visitor, who has fewer. */
import type * as v from 'valibot';
import { instructionsOf } from './agentCall';
import { bearerOf } from './caller';
import type { Limits } from './limits';
import type { Instructions } from './models/model';
import { Problem } from './problem';
import type { previewSchema } from './requests';
import type { GatewayStore, PreviewAccess } from './store';

type Preview = v.InferOutput<typeof previewSchema>;

const changesAgent = ({ prompt, name, temperature, max_tokens }: Preview) =>
  [prompt, name, temperature, max_tokens].some((value) => value !== undefined);

/** A prompt of one's own needs a session, or anyone could use the model for anything. */
function requireAllowed(preview: Preview, { person, agent_id, is_creator }: PreviewAccess): void {
  if (preview.agent_id !== undefined && agent_id === null) throw new Problem(404, 'There is no such agent');
  if (!changesAgent(preview)) return;
  if (person === null) throw new Problem(401, 'Sign in to try a prompt of your own');
  if (preview.agent_id !== undefined && !is_creator) {
    throw new Problem(403, 'Only its creator tries an agent with another prompt');
  }
}

/** @throws `Problem` 401, 403, 404, 429, 501, 503 */
export async function previewInstructions(
  preview: Preview,
  headers: Headers,
  address: string,
  { store, limits }: { store: GatewayStore; limits: Limits },
): Promise<Instructions> {
  const session = bearerOf(headers);
  if (!session) await limits.take('visitor', address);
  const access = await store.previewAccess(preview.agent_id ?? null, session);
  // A token that names nobody, such as the app's public key, is a visitor's.
  if (session && access.person === null) await limits.take('visitor', address);
  if (access.person !== null) await limits.take('person', access.person);
  requireAllowed(preview, access);

  const stored = access.agent_id === null ? undefined : await store.instructions(access.agent_id);
  const base = stored
    ? instructionsOf(stored)
    : { name: 'your agent', prompt: '', temperature: 0.7, maxTokens: 1000 };
  return {
    name: preview.name ?? base.name,
    prompt: preview.prompt ?? base.prompt,
    temperature: preview.temperature ?? base.temperature,
    maxTokens: preview.max_tokens ?? base.maxTokens,
  };
}
