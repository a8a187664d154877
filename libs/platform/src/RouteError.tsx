/** The last fence: something outside of every slice threw. */
import { useRouteError } from 'react-router-dom';
import { ErrorState, Main } from '@slipway/design-system';
import { failureText } from './failureText';

export function RouteError() {
  const error = useRouteError();
  console.error('page failed', error);
  return (
    <Main>
      <ErrorState
        level={1}
        title={failureText.title('This page')}
        description={failureText.description('unexpected')}
        onRetry={() => {
          window.location.reload();
        }}
      />
    </Main>
  );
}
