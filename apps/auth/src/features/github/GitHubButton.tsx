/** Signs in with GitHub. Where that is not offered or fails, two toasts report it (T-17). */
import { Button, GitHubMark, toast } from '@slipway/design-system';
import { useSignInMethods } from '@slipway/platform';
import { quotedMessage, signInWithProvider } from '@slipway/session';
import { t } from '../../messages';

/** Shows the message of the service, if it is fit for users, then the name of the provider. */
export function toastProviderFailure(error?: unknown): void {
  toast.error(quotedMessage(error) ?? t('providerFailed'));
  toast.error(t('gitHubFailed'));
}

export function GitHubButton() {
  const { providers } = useSignInMethods();
  const handleClick = async () => {
    try {
      await signInWithProvider('github', providers);
    } catch (error) {
      toastProviderFailure(error);
    }
  };
  return (
    <Button type="button" size="lg" onClick={() => void handleClick()}>
      <GitHubMark />
      {t('withGitHub')}
    </Button>
  );
}
