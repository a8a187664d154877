/** Signing in with GitHub. Where the environment does not offer it, or it fails, the page stays and says so twice (T-17). */
import { Button, GitHubMark, toast } from '@slipway/design-system';
import { useSignInMethods } from '@slipway/platform';
import { quotedMessage, signInWithProvider } from '@slipway/session';
import { t } from '../../messages';

/** The service's words where they may be shown, then whose sign-in it was. */
export function sayProviderFailed(error?: unknown): void {
  toast.error(quotedMessage(error) ?? t('providerFailed'));
  toast.error(t('gitHubFailed'));
}

export function GitHubButton() {
  const { providers } = useSignInMethods();
  const handleClick = async () => {
    try {
      await signInWithProvider('github', providers);
    } catch (error) {
      sayProviderFailed(error);
    }
  };
  return (
    <Button type="button" size="lg" onClick={() => void handleClick()}>
      <GitHubMark />
      {t('withGitHub')}
    </Button>
  );
}
