/** The actions of the command menu on deployments: start or stop one, and copy its endpoint. */
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@slipway/design-system';
import type { FoundDeployment } from '../../data/commandResults';
import { changeStatus, targetOf } from '../../data/deploymentCommands';
import type { Entry } from './entry';
import { matches, namesVerb } from './matching';
import { t } from './messages';

interface Verb extends Entry {
  /** The label without the name. */
  verb: string;
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    toast.error(t('copyFailed'), { id: 'copied' });
    return;
  }
  toast.success(t('copied'), { id: 'copied' });
}

/**
 * Returns the actions that a query finds: those of a deployment whose name matches, and those that the query names itself.
 * Part of a verb is not enough: Enter runs the first result, and "top" must not stop a deployment.
 */
export function useDeploymentVerbs() {
  const queryClient = useQueryClient();
  const change = async ({ id, name }: FoundDeployment, target: 'stopped' | 'deploying') => {
    try {
      await changeStatus(queryClient, id, target);
      toast.success(t(target === 'stopped' ? 'stopped' : 'started', { name }));
    } catch {
      toast.error(t('statusFailed'));
    }
  };
  const verbsOf = (deployment: FoundDeployment): Verb[] => {
    const { id, name, status, endpoint_url: endpoint } = deployment;
    const target = targetOf(status);
    const copyEndpoint: Verb = {
      id: `endpoint-${id}`,
      label: t('copyEndpointOf', { name }),
      verb: t('copyEndpointOf', { name: '' }),
      icon: 'copy',
      act: () => void copyText(endpoint),
    };
    if (!target) return [copyEndpoint];
    const message = target === 'stopped' ? 'stopOf' : 'startOf';
    const changeIt: Verb = {
      id: `status-${id}`,
      label: t(message, { name }),
      verb: t(message, { name: '' }),
      icon: 'deploy',
      act: () => void change(deployment, target),
    };
    return [changeIt, copyEndpoint];
  };
  return (deployments: readonly FoundDeployment[], query: string): Verb[] =>
    deployments.flatMap((deployment) =>
      verbsOf(deployment).filter(
        ({ label, verb }) =>
          matches(deployment.name, query) || (matches(label, query) && namesVerb(verb, query)),
      ),
    );
}
