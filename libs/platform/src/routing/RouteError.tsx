/** The last error boundary, for errors outside of every slice. */
import { useRouteError } from 'react-router-dom';
import { ErrorState, Main } from '@slipway/design-system';
import { log } from '@slipway/log';
import { failureText } from '../loading/failureText';
import { t } from '../messages';

export function RouteError() {
  const error = useRouteError();
  log.error('page failed', error);
  return (
    <Main>
      <ErrorState
        level={1}
        title={failureText.title(t('thisPage'))}
        description={failureText.description(error, 'page')}
        onRetry={() => {
          window.location.reload();
        }}
      />
    </Main>
  );
}
