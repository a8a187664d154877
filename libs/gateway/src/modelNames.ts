/** The names of a deployment's agent as a model, for OpenAI's clients. */
import { ApiProblem } from './apiProblem';
import type { KeyGrant } from './store';

/** Means the agent of the key, for clients that require a model. */
export const MODEL_ALIAS = 'agent';

/** The deployment as an entry of OpenAI's list of models. */
export const modelEntry = ({ slug, created_at }: KeyGrant) => ({
  id: slug,
  object: 'model',
  created: Math.floor(Date.parse(created_at) / 1000),
  owned_by: 'slipway',
});

/** @throws `ApiProblem` 404 for another name than the deployment's, its agent's or the alias */
export function assertModel(model: string | undefined, { slug, agent_name }: KeyGrant): void {
  if (model === undefined || [MODEL_ALIAS, slug, agent_name].includes(model)) return;
  throw new ApiProblem(
    404,
    `The model “${model.slice(0, 100)}” does not exist. Your API key calls “${slug}”; “${MODEL_ALIAS}” works too`,
    { at: 'model', code: 'model_not_found' },
  );
}
