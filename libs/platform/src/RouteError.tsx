/** The last fence: something outside of every slice threw. */
import { useRouteError } from 'react-router-dom';
import { ErrorState } from '@slipway/design-system';
import { failureText } from './failureText';

export function RouteError() {
  const error = useRouteError();
  console.error('page failed', error);
  return (
    <main>
      <ErrorState
        title={failureText.title('This page')}
        description={failureText.description('unexpected')}
        onRetry={() => {
          window.location.reload();
        }}
      />
    </main>
  );
}
