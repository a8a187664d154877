/**
 * Creates the deployment of the dialog. If the dialog is closed before the response and the creation fails, a toast leads back to
 * it, with its values.
 */
import { isAppError } from '@slipway/contracts';
import { useExclusiveMutation, useSentInput } from '@slipway/data';
import { toast } from '@slipway/design-system';
import { newApiKey } from '@slipway/keys';
import { useNavigate } from '@slipway/platform';
import { useSession } from '@slipway/session';
import { type Deployment, endpointOf, insertDeployment } from '../../data/deployments';
import { t } from './messages';
import { creations, useLastCreation } from './useCreation';

/** Why the database rejected the name; undefined for another error. */
function rejectedName(error: unknown): 'nameTaken' | 'nameHidden' | undefined {
  if (!isAppError(error)) return undefined;
  if (error.code === 'conflict') return 'nameTaken';
  const cause = error.cause as { hint?: unknown } | undefined;
  return cause?.hint === 'hidden_characters' ? 'nameHidden' : undefined;
}

/** The id of the form, for `useSentInput`. */
export const NEW_DEPLOYMENT = 'new-deployment';

/** The typed input. */
interface UnsentDeployment {
  name: string;
  agent_id?: string;
  api_key?: undefined;
}

export function useCreate(onCreated: (row: Deployment, apiKey: string) => Promise<void>) {
  const session = useSession();
  const navigate = useNavigate();
  const { mutate } = useExclusiveMutation({
    mutationKey: creations,
    // Identify a creation by its name: the API key differs in each call.
    idOf: ({ name }) => name,
    mutationFn: insertDeployment,
    onSuccess: (row, { api_key: apiKey }) => {
      sent.drop();
      toast.success(t('created'));
      return onCreated(row, apiKey);
    },
    onError: () => {
      const onPress = () => void navigate('/deployments?new=deployment');
      toast.error(t('createFailed'), sent.fail() ? { action: { label: t('backToForm'), onPress } } : {});
    },
  });
  const last = useLastCreation();
  const sending = last?.status === 'pending' ? last.variables : undefined;
  const sent = useSentInput<typeof sending | UnsentDeployment>(NEW_DEPLOYMENT, sending);
  return {
    /** The input of a dialog that was closed before or during its submission. Before it, there is no API key yet. */
    input: sent.input,
    isBusy: sending !== undefined,
    /** Why the last attempt failed, if it was the name. */
    rejectedName: rejectedName(last?.error),
    create: (name: string, agentId: string) => {
      if (session.status !== 'signed-in') return;
      mutate({
        name,
        agent_id: agentId,
        user_id: session.user.id,
        api_key: newApiKey(),
        endpoint_url: endpointOf(name),
        status: 'pending',
      });
    },
  };
}
