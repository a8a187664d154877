/** The actions of the command menu on a deployment: start or stop it, and copy its endpoint. */
import { useQueryClient } from '@tanstack/react-query';
import { type IconProps, toast } from '@slipway/design-system';
import type { FoundDeployment } from '../../data/commandResults';
import { changeStatus, targetOf } from '../../data/deploymentCommands';
import { t } from './messages';

export interface Verb {
  id: string;
  label: string;
  icon: IconProps['name'];
  act: () => void;
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(t('copied'));
  } catch {
    toast.error(t('copyFailed'));
  }
}

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
  return (deployment: FoundDeployment): Verb[] => {
    const { id, name, status, endpoint_url: endpoint } = deployment;
    const target = targetOf(status);
    const copyEndpoint: Verb = {
      id: `endpoint-${id}`,
      label: t('copyEndpointOf', { name }),
      icon: 'copy',
      act: () => void copyText(endpoint),
    };
    if (!target) return [copyEndpoint];
    const changeIt: Verb = {
      id: `status-${id}`,
      label: t(target === 'stopped' ? 'stopOf' : 'startOf', { name }),
      icon: 'deploy',
      act: () => void change(deployment, target),
    };
    return [changeIt, copyEndpoint];
  };
}
