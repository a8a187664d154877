/** Previews of an agent before it is deployed, for signed-in users and, with a lower limit, for visitors. */
import type * as v from 'valibot';
import { ApiProblem } from './apiProblem';
import { bearerOf } from './caller';
import { instructionsOf } from './deploymentCall';
import type { Instructions } from './models/model';
import type { previewSchema } from './requests';
import type { GatewayServices } from './routes/env';
import type { PreviewAccess } from './store';

type Preview = v.InferOutput<typeof previewSchema>;

const overridesAgent = ({ prompt, name, temperature, max_tokens }: Preview) =>
  [prompt, name, temperature, max_tokens].some((value) => value !== undefined);

/** Custom prompts need a session; without one, anyone could use the model for any purpose. */
function assertAllowed(preview: Preview, { person, agent_id, is_creator }: PreviewAccess): void {
  if (preview.agent_id !== undefined && agent_id === null) throw new ApiProblem(404, 'Agent not found');
  if (!overridesAgent(preview)) return;
  if (person === null) throw new ApiProblem(401, 'Sign in to test a custom prompt');
  if (preview.agent_id !== undefined && !is_creator) {
    throw new ApiProblem(403, 'Only the creator can test this agent with another prompt');
  }
}

/** @throws `ApiProblem` 401, 403, 404, 429, 501, 503 */
export async function previewInstructions(
  preview: Preview,
  headers: Headers,
  address: string,
  { store, rateLimits }: Pick<GatewayServices, 'store' | 'rateLimits'>,
): Promise<Instructions> {
  const session = bearerOf(headers);
  if (!session) await rateLimits.take('visitor', address);
  const access = await store.previewAccess(preview.agent_id ?? null, session);
  // A token without a user, such as the app's public key, counts as a visitor.
  if (session && access.person === null) await rateLimits.take('visitor', address);
  if (access.person !== null) await rateLimits.take('user', access.person);
  assertAllowed(preview, access);

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
