/** Links to common next steps. A link is hidden when the composition has no such page (decision 004). */
import { Card, Heading, LinkButton, Stack } from '@slipway/design-system';
import { useHasRoute } from '@slipway/platform';
import { t } from './messages';

/** While `waiting`, all links have their places, but cannot be seen. */
export function QuickActions({ waiting }: { waiting: boolean }) {
  const isInComposition = useHasRoute();
  const hasRoute = (path: string) => waiting || isInComposition(path);
  return (
    <Card as="section" aria-labelledby="quick-actions">
      <Stack>
        <Heading level={2} size="lg" id="quick-actions">
          {t('quickActions')}
        </Heading>
        <Stack direction="row" gap="sm" wrap data-actions="" reserved={waiting}>
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
