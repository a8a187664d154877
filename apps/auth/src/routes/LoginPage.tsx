/** `/login`: sign in with an email address and a password, or with GitHub. */
import { Suspense, useEffect, useState } from 'react';
import { Button, Card, Heading, Link, Page, Stack, Text } from '@slipway/design-system';
import { lazyPart, PartLoading } from '@slipway/platform';
import { isAppError } from '@slipway/contracts';
import { setLinkFailure, signIn, useLinkFailure } from '@slipway/session';
import { t as shared } from '../messages';
import { hints, signInFailure, t } from '../features/sign-in/messages';
import { normalizeEmail, signInError } from '../data/credentials';
import { AlreadySignedIn } from '../features/arrival/AlreadySignedIn';
import { useArrivedSignedIn } from '../features/arrival/useArrivedSignedIn';
import { useOtherForm } from '../features/arrival/useOtherForm';
import { NewLink } from '../features/confirmation/NewLink';
import { EmailField, PasswordField } from '../features/form/AuthFields';
import { AuthForm, type Rejection } from '../features/form/AuthForm';
import { type Fields, fieldsOf } from '../features/form/fields';
import { toastProviderFailure } from '../features/github/GitHubButton';

/** Most visits have none of these: they load after the first view (decision 008). */
const Unconfirmed = lazyPart(async () => ({
  default: (await import('../features/confirmation/Unconfirmed')).Unconfirmed,
}));
const ForgotPassword = lazyPart(async () => ({
  default: (await import('../features/password/ForgotPassword')).ForgotPassword,
}));

export default function LoginPage() {
  const arrived = useArrivedSignedIn();
  const otherForm = useOtherForm('/signup');
  const linkFailure = useLinkFailure();
  const [unconfirmed, setUnconfirmed] = useState<string>();
  /** The initial email address of the open "Forgot password" dialog; undefined while it is closed. */
  const [forgotten, setForgotten] = useState<string>();

  useEffect(() => {
    if (linkFailure !== 'provider') return;
    toastProviderFailure();
    setLinkFailure(undefined);
  }, [linkFailure]);

  const send = async ({ email, password }: Fields): Promise<Rejection | undefined> => {
    setUnconfirmed(undefined);
    try {
      await signIn({ email: normalizeEmail(email), password });
      return undefined;
    } catch (error) {
      const code = isAppError(error) ? error.code : 'unexpected';
      if (code === 'forbidden') setUnconfirmed(normalizeEmail(email));
      return { message: signInFailure(code) };
    }
  };

  if (arrived !== undefined && linkFailure === undefined)
    return <AlreadySignedIn email={arrived} offers="dashboard" />;
  return (
    <Page title={shared('signIn')} description={t('signInIntro')} width="narrow">
      <Stack gap="xl">
        {linkFailure === 'link' && <NewLink />}
        <Card>
          <AuthForm
            action="login"
            submitLabel={shared('signIn')}
            validate={({ email, password }) => signInError(email, password)}
            send={send}
          >
            {(markOf) => (
              <>
                <EmailField mark={markOf('email')} />
                <Stack gap="xs">
                  <PasswordField mark={markOf('password')} autoComplete="current-password" />
                  <Stack direction="row" justify="end">
                    <Button
                      variant="quiet"
                      size="sm"
                      flush="end"
                      onClick={({ currentTarget }) => {
                        setForgotten(currentTarget.form ? fieldsOf(currentTarget.form).email : '');
                      }}
                    >
                      {t('forgot')}
                    </Button>
                  </Stack>
                </Stack>
              </>
            )}
          </AuthForm>
        </Card>
        {unconfirmed !== undefined && (
          <Suspense fallback={<PartLoading />}>
            <Unconfirmed key={unconfirmed} email={unconfirmed} />
          </Suspense>
        )}
        {/* Outside the form: React bubbles a dialog's submit event to a form around it. */}
        {forgotten !== undefined && (
          <Suspense fallback={<PartLoading />}>
            <ForgotPassword
              email={forgotten}
              onClose={() => {
                setForgotten(undefined);
              }}
            />
          </Suspense>
        )}
        <Text>
          {t('noAccount', { product: 'Slipway' })} <Link href={otherForm}>{shared('signUp')}</Link>
        </Text>
        <Stack gap="sm">
          <Heading level={2} size="md">
            {t('hintsTitle')}
          </Heading>
          <ol>
            {hints.map((hint) => (
              <li key={hint}>
                <Text as="span" size="sm" tone="muted">
                  {hint}
                </Text>
              </li>
            ))}
          </ol>
        </Stack>
      </Stack>
    </Page>
  );
}
