/** Copies an API key of a deployment. If the browser does not allow that, the page shows the key (`UncopiedKey`). */
import { useQueryClient } from '@tanstack/react-query';
import { copyText } from '../clipboard/copyText';
import { type NamedKey, uncopiedKey } from '../../data/uncopiedKey';

export function useCopyKey() {
  const queryClient = useQueryClient();
  return (named: NamedKey, message?: string) =>
    copyText(
      named.apiKey,
      () => {
        queryClient.setQueryData(uncopiedKey.queryKey, named);
      },
      message,
    );
}
