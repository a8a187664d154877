/** Says on every page which slices come from the person's own machine; one press runs what everybody runs. */
import { Button, PinnedNotice } from '@slipway/design-system';
import type { Override } from './applyOverrides';
import { t } from '../messages';
import { resetOverrides } from './wantedOverrides';

export function OverrideBar({ overrides }: { overrides: readonly Override[] }) {
  return (
    <PinnedNotice
      label={t('overrides')}
      action={
        <Button
          size="sm"
          onClick={() => {
            resetOverrides(window.sessionStorage, window.location);
          }}
        >
          {t('overrideReset')}
        </Button>
      }
    >
      {overrides
        .map(({ slice, origin, problem }) =>
          problem === undefined
            ? t('overrideRuns', { slice, origin })
            : t('overrideFailed', { slice, origin, problem }),
        )
        .join(' ')}
    </PinnedNotice>
  );
}
