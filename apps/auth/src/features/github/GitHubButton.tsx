/** Signs in with GitHub. If that is not configured, a message explains it; if it fails, two toasts report it (T-17). */
import { useId } from 'react';
import { providerTokens, type SignInProvider } from '@slipway/contracts';
import { Button, GitHubMark, Stack, Text, toast } from '@slipway/design-system';
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
  // A prerendered page does not know the environment, so it has both buttons. A deploy removes one of them.
  if (process.env.SLIPWAY_PRERENDER === 'yes') {
    const { accepted, missing, end } = providerTokens('github');
    return (
      <>
        {accepted}
        <ProviderButton providers={['github']} />
        {missing}
        <ProviderButton providers={[]} />
        {end}
      </>
    );
  }
  return <ProviderButton providers={providers} />;
}

function ProviderButton({ providers }: { providers: readonly SignInProvider[] }) {
  const hintId = useId();
  const isOffered = providers.includes('github');
  const handleClick = async () => {
    try {
      await signInWithProvider('github', providers);
    } catch (error) {
      toastProviderFailure(error);
    }
  };
  return (
    <Stack gap="xs">
      <Button
        type="button"
        size="lg"
        aria-describedby={isOffered ? undefined : hintId}
        onClick={() => void handleClick()}
      >
        <GitHubMark />
        {t('withGitHub')}
      </Button>
      {!isOffered && (
        <Text id={hintId} size="sm" tone="muted">
          {t('gitHubNotOffered')}
        </Text>
      )}
    </Stack>
  );
}
