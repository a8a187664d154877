/** `/login`: sign in with an address and a password. */
import { Card, Heading, Link, Page, Stack, Text } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { useSite } from '@slipway/platform';
import { signIn } from '@slipway/session';
import { hints, signInFailure, t } from '../messages';
import { normalEmail, signInProblem } from '../rules/credentials';
import { EmailField, PasswordField } from '../ui/AuthFields';
import { AuthForm, type Fields } from '../ui/AuthForm';

async function send({ email, password }: Fields): Promise<string | undefined> {
  try {
    await signIn({ email: normalEmail(email), password });
    return undefined;
  } catch (error) {
    return signInFailure(isAppError(error) ? error.code : 'unexpected');
  }
}

export default function LoginPage() {
  const { name } = useSite();
  return (
    <Page title={t('signIn')} description={t('signInIntro')} width="narrow">
      <Stack gap="xl">
        <Card>
          <AuthForm
            action="login"
            submitLabel={t('signIn')}
            problemOf={({ email, password }) => signInProblem(email, password)}
            send={send}
          >
            {(invalid) => (
              <>
                <EmailField isInvalid={invalid === 'email'} />
                <PasswordField isInvalid={invalid === 'password'} autoComplete="current-password" />
              </>
            )}
          </AuthForm>
        </Card>
        <Text>
          {t('noAccount', { product: name })} <Link href="/signup">{t('signUp')}</Link>
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
