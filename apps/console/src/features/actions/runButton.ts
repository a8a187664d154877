/** The button that runs an action. It names the action, and is red if the action removes a release. */
import type { Action } from '@slipway/cli/console';
import type { ButtonProps } from '@slipway/design-system';
import { text } from '../../messages';

export interface RunButton {
  label: string;
  variant: NonNullable<ButtonProps['variant']>;
}

export function runButton(action: Action): RunButton {
  switch (action.kind) {
    case 'rollback':
      return { label: text.runRollBack, variant: 'danger' };
    case 'abort':
      return { label: text.runAbort, variant: 'danger' };
    case 'promote':
      return { label: text.runPromote, variant: 'primary' };
    case 'deploy':
      return { label: text.runDeploy, variant: 'primary' };
    case 'finish':
      return { label: text.runFinish, variant: 'primary' };
    case 'settings':
      return { label: text.runSettings, variant: 'primary' };
    case 'approve':
      return { label: text.approve, variant: 'primary' };
    case 'acknowledge':
      return { label: text.acknowledge, variant: 'primary' };
    case 'canary': {
      const label = action.version === undefined ? text.runChangeShare : text.runStartCanary;
      return { label, variant: 'primary' };
    }
  }
}
