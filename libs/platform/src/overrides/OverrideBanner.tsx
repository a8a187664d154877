/** Lists the overrides of this tab, on every page, with a button that resets them. */
import { Button, PinnedNotice } from '@slipway/design-system';
import type { Override } from './applyOverrides';
import { t } from './messages';
import { runOverrides } from './wantedOverrides';

function textOf({ slice, target, failure }: Override): string {
  if (!target.startsWith('http:')) {
    const version = target.slice(0, 8);
    return failure === undefined
      ? t('runsRelease', { slice, version })
      : t('failedRelease', { slice, version, failure });
  }
  return failure === undefined
    ? t('runsFromMachine', { slice, origin: target })
    : t('failedFromMachine', { slice, origin: target, failure });
}

export const OverrideBanner = ({ overrides }: { overrides: readonly Override[] }) => (
  <PinnedNotice
    label={t('overrides')}
    action={
      <Button
        size="sm"
        onClick={() => {
          runOverrides(new Map(), window);
        }}
      >
        {t('reset')}
      </Button>
    }
  >
    {overrides.map(textOf).join(' ')}
  </PinnedNotice>
);
