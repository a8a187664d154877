/** Compares the slices that run in a sandbox with those that an environment wants there (decision 073). */
import type { SliceRelease } from '@slipway/contracts';
import type { Environment } from '../environment/environment';

type Allowing = Pick<Environment, 'name' | 'address' | 'sandbox'>;

/** The command that allows one more slice. The address is a proposal where the environment has none. */
function allowCommand({ name, sandbox }: Allowing, id: string): string {
  const { origin = 'https://<a separate origin>', slices = [] } = sandbox ?? {};
  const value = JSON.stringify({ origin, slices: [...slices, id] });
  return `slipway env set ${name} sandbox '${value}', then slipway env apply --env ${name}`;
}

/** Both sides have to agree: a slice cannot leave its sandbox with another build, or bring one itself. */
export const sandboxFailures = (
  environment: Allowing,
  slices: readonly Pick<SliceRelease, 'id' | 'isolation' | 'version' | 'prerendered'>[],
): string[] => {
  const { name, address, sandbox } = environment;
  const isListed = (id: string) => sandbox?.slices.includes(id) ?? false;
  return [
    ...(sandbox && new URL(sandbox.origin).origin === new URL(address.replace('{id}', 'id')).origin
      ? [`sandbox.origin of ${name} is its address: frames need a separate origin`]
      : []),
    ...slices
      .filter(({ id, isolation }) => isolation === 'sandbox' && !isListed(id))
      .map(
        ({ id }) => `${id} runs in a sandbox, which ${name} does not allow: ${allowCommand(environment, id)}`,
      ),
    ...slices
      .filter(({ isolation, prerendered }) => isolation === 'sandbox' && prerendered)
      .map(
        ({ id }) =>
          `${id} runs in a sandbox and has prerendered pages, which would be a part of the app's own documents: remove src/prerender.tsx, and build it again`,
      ),
    ...slices
      .filter(({ id, isolation }) => isolation === undefined && isListed(id))
      .map(
        ({ id, version }) =>
          `${id} ${version.slice(0, 8)} would run in the page, and ${name} runs it in a sandbox only: build it with isolation: 'sandbox' in its manifest`,
      ),
  ];
};
