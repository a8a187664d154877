/**
 * Prerenders the top of the page, as a user sees it before its data has arrived. The build runs it in Node (decision 106).
 * The rest is below the window on most screens, and would keep the main thread busy.
 */
import { Grid, Page, Stack } from '@slipway/design-system';
import { printPages } from '@slipway/platform/prerender';
import { manifest } from '../slice.manifest';
import { CurrentPlanSkeleton } from './components/CurrentPlan';
import { PeriodUsageSkeleton } from './components/PeriodUsage';
import { startQueries } from './data/firstData';
import { Charges } from './features/charges/Charges';
import { t } from './messages';

void printPages(
  manifest,
  {
    '/billing': (
      <Page title={t('title')} description={t('description')}>
        <Stack gap="xxl">
          <Grid min="26rem" count={2}>
            <CurrentPlanSkeleton />
            <PeriodUsageSkeleton />
          </Grid>
          <Charges userId="" />
        </Stack>
      </Page>
    ),
  },
  {
    '/billing': {
      // Dialogs, and the notice after a payment. Not by the range of the chart, which is below: of another one, one request is not used.
      variesBy: ['invoice', 'earnings', 'payment'],
      isLoading: true,
      requests: (cache, user) => startQueries(cache, user),
    },
  },
);
