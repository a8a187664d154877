/** `deployment.limits`: the spend limits of a deployment and of its keys. */
import type { SlotProps } from '@slipway/contracts';
import { SpendLimits } from '../features/spend-limits/SpendLimits';

export default function DeploymentLimits({ deploymentId, parameter }: SlotProps['deployment.limits']) {
  return <SpendLimits deployment={deploymentId} parameter={parameter} />;
}
