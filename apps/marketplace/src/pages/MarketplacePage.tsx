/** `/marketplace`: every public agent, searched and filtered; the address carries the view. */
import { Button, Notice, Page, Skeleton, Stack, Text } from '@slipway/design-system';
import { useCatalogue } from '../data/useCatalogue';
import { countLine, t } from '../messages';
import { Filters } from '../ui/Filters';
import { Results } from '../ui/Results';
import { useFilter } from './useFilter';

export default function MarketplacePage() {
  const { filter, text, setText, submit, choose, clear } = useFilter();
  const view = useCatalogue(filter);
  const { catalogue } = view;

  return (
    <Page title={t('title')} description={t('description')}>
      <Stack gap="lg">
        <Filters
          text={text}
          category={filter.category}
          onTextChange={setText}
          onSubmit={submit}
          onCategoryChange={choose}
        />
        {view.isSample && (
          <Notice
            tone="warning"
            action={
              <Button size="sm" onClick={view.retry} busy={view.isFetching}>
                {t('tryAgain')}
              </Button>
            }
          >
            {t('samples')}
          </Notice>
        )}
        <Text as="div" size="sm" tone="muted" role="status">
          {catalogue
            ? countLine(catalogue.listings.length, catalogue.total)
            : !view.hasFailed && <Skeleton width="11rem" />}
        </Text>
        <Results view={view} onClear={clear} />
      </Stack>
    </Page>
  );
}
