/** What a person is likely to do next. A link to a page that is not composed is left out (decision 004). */
import { Card, Heading, LinkButton, Stack } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import { t } from '../../messages';

export function QuickActions() {
  const hasRoute = useHasRoute();
  return (
    <Card as="section" aria-labelledby="quick-actions">
      <Stack>
        <Heading level={2} size="lg" id="quick-actions">
          {t('quickActions')}
        </Heading>
        <Stack direction="row" gap="sm" wrap>
          {hasRoute('/agents') && (
            <LinkButton variant="primary" href="/agents">
              {t('createAgent')}
            </LinkButton>
          )}
          {hasRoute('/marketplace') && <LinkButton href="/marketplace">{t('browseMarketplace')}</LinkButton>}
        </Stack>
      </Stack>
    </Card>
  );
}
