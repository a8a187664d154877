/** The actions on a slice in one environment. */
import type { OverviewEnvironment, SliceInfo } from '@slipway/cli/console';
import { Button, Stack } from '@slipway/design-system';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CanaryPlace } from '../../components/CanaryPlace';
import { isFailing } from '../../data/attention';
import { short } from '../../data/format';
import { healthQuery } from '../../data/queries';
import { stableOf } from '../../data/rows';
import { text } from '../../messages';
import { CanaryProposal } from './CanaryProposal';
import { type Choice, SliceActionDialog } from './SliceActionDialog';

export interface SliceActionsProps {
  info: SliceInfo;
  environment: OverviewEnvironment;
  others: readonly string[];
  hours: number;
}

export function SliceActions({ info, environment, others, hours }: SliceActionsProps) {
  const [choice, setChoice] = useState<Choice>();
  // The canary that the user saw: an action changes no other one.
  const [seen, setSeen] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  // The action may have removed the button that opened its dialog, such as the end of a canary.
  useEffect(() => {
    if (choice === undefined) return undefined;
    const { current } = place;
    return () => {
      if (document.activeElement === document.body) current?.querySelector('button')?.focus();
    };
  }, [choice]);
  const { slice, deploys, releases } = info;
  const name = environment.environment;
  const parts = environment.parts.filter(({ app }) => app === slice);
  const stable = stableOf(environment, slice);
  const canary = parts.find(({ kind }) => kind === 'canary');
  const marks = deploys.filter((mark) => mark.environment === name);
  const { data: health } = useQuery(healthQuery(name, hours, slice, stable?.at));
  const rows = health?.rows ?? [];
  const isBad = rows.some(
    (row) => row.group === 'stable' && row.version === stable?.version && isFailing(row),
  );
  const canRollBack = marks.some(({ previous }) => previous > 0);
  const canPromote = stable !== undefined && others.length > 0;
  const candidates = releases.filter(({ version, error }) => version !== stable?.version && error === null);
  const targets = environment.overrides[slice] ?? [];
  const allowsMachine = environment.allowOverrides && stable !== undefined && slice !== 'shell';
  const hasLink = allowsMachine || targets.length > 0;
  const close = () => {
    setChoice(undefined);
  };
  const button = (id: Choice, label: string, variant: 'danger' | 'secondary' = 'secondary') => (
    <Button
      size="sm"
      variant={variant}
      onClick={() => {
        setChoice(id);
        setSeen(canary?.version);
      }}
    >
      {label}
    </Button>
  );
  return (
    <Stack ref={place} gap="md">
      {(canRollBack || canPromote || hasLink) && (
        <Stack direction="row" gap="sm" wrap>
          {canRollBack && button('rollback', text.rollBack, isBad ? 'danger' : 'secondary')}
          {canPromote && button('promote', text.promote)}
          {hasLink && button('override', text.overrideLink)}
        </Stack>
      )}
      <CanaryPlace
        canary={
          canary?.percent === undefined ? undefined : text.canaryRuns(short(canary.version), canary.percent)
        }
        hasCandidate={candidates.length > 0}
      >
        {canary ? (
          <>
            {button('canary', text.raiseCanary)}
            {button('finish', text.finishCanary)}
            {button('abort', text.abortCanary, 'danger')}
          </>
        ) : (
          stable && candidates.length > 0 && button('canary', text.startCanary)
        )}
      </CanaryPlace>
      {stable && environment.hasCanarySteps && (
        <CanaryProposal environment={name} slice={slice} version={canary?.version} />
      )}
      {choice && (
        <SliceActionDialog
          {...{ choice, slice, environment, others, marks, rows, canary, seen, candidates, targets }}
          allowsMachine={allowsMachine}
          onClose={close}
        />
      )}
    </Stack>
  );
}
