/** Lists the slices that run from the developer's machine, on every page, with a button that resets them. */
import { Button, PinnedNotice } from '@slipway/design-system';
import { t } from '../messages';
import type { Override } from './applyOverrides';
import { resetOverrides } from './wantedOverrides';

export function OverrideBanner({ overrides }: { overrides: readonly Override[] }) {
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
        .map(({ slice, origin, failure }) =>
          failure === undefined
            ? t('overrideRuns', { slice, origin })
            : t('overrideFailed', { slice, origin, failure }),
        )
        .join(' ')}
    </PinnedNotice>
  );
}
