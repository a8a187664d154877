/** The dialog of the action that the user has chosen for a slice in one environment. */
import type { Action, HealthRow, OverrideTarget, OverviewEnvironment, SliceInfo } from '@slipway/cli/console';
import { text } from '../../messages';
import { ActionDialog } from '../actions/ActionDialog';
import { CanaryDialog } from '../actions/CanaryDialog';
import { PromoteDialog } from '../actions/PromoteDialog';
import { RollbackDialog } from '../actions/RollbackDialog';
import { OverrideDialog } from './OverrideDialog';

export type Choice = 'rollback' | 'promote' | 'canary' | 'finish' | 'abort' | 'override';

export interface SliceActionDialogProps {
  choice: Choice;
  slice: string;
  environment: OverviewEnvironment;
  /** Environments to promote to. */
  others: readonly string[];
  /** The deploys of this environment. */
  marks: SliceInfo['deploys'];
  rows: readonly HealthRow[];
  /** The canary that runs. */
  canary: { version: string; percent?: number } | undefined;
  /** The canary that the user saw at the press: an action changes no other one. */
  seen: string | undefined;
  /** Releases for a canary. */
  candidates: SliceInfo['releases'];
  /** Releases for a link. */
  targets: readonly OverrideTarget[];
  allowsMachine: boolean;
  onClose: () => void;
}

export function SliceActionDialog({
  choice,
  slice,
  environment: { environment, address, routes },
  ...props
}: SliceActionDialogProps) {
  const { others, marks, rows, canary, seen, candidates, targets, allowsMachine, onClose } = props;
  switch (choice) {
    case 'rollback':
      return <RollbackDialog {...{ slice, environment, marks, onClose }} health={rows} />;
    case 'promote':
      return <PromoteDialog slice={slice} from={environment} targets={others} onClose={onClose} />;
    case 'canary':
      return (
        <CanaryDialog
          {...{ slice, environment, onClose }}
          running={
            canary?.percent === undefined ? undefined : { version: canary.version, percent: canary.percent }
          }
          releases={candidates}
        />
      );
    case 'finish':
    case 'abort':
      return (
        <ActionDialog
          title={choice === 'finish' ? text.finishCanaryOf(slice) : text.abortCanaryOf(slice)}
          action={{ kind: choice, environment, slice, version: seen } satisfies Action}
          onClose={onClose}
        />
      );
    case 'override':
      return (
        <OverrideDialog
          {...{ slice, address, targets, allowsMachine, onClose }}
          route={routes[slice]?.[0] ?? '/'}
        />
      );
  }
}
