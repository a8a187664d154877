/** `/login`: sign in with an address and a password. */
import { Card, Heading, Link, Page, Stack, Text, TextInput } from '@slipway/design-system';
import { isAppError } from '@slipway/contracts';
import { signIn } from '@slipway/session';
import { messages, signInFailure } from '../messages';
import { normalEmail, signInProblem } from '../rules/credentials';
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
  return (
    <Page title={messages.signIn} description={messages.signInIntro} width="narrow">
      <Stack gap="xl">
        <Card>
          <AuthForm
            submitLabel={messages.signIn}
            problemOf={({ email, password }) => signInProblem(email, password)}
            send={send}
          >
            {(invalid) => (
              <>
                <TextInput
                  label={messages.email}
                  name="email"
                  type="email"
                  autoComplete="username"
                  aria-invalid={invalid === 'email' || undefined}
                />
                <TextInput
                  label={messages.password}
                  name="password"
                  type="password"
                  autoComplete="current-password"
                  maxLength={128}
                  aria-invalid={invalid === 'password' || undefined}
                />
              </>
            )}
          </AuthForm>
        </Card>
        <Text>
          {messages.noAccount} <Link href="/signup">{messages.signUp}</Link>
        </Text>
        <Stack gap="sm">
          <Heading level={2} size="md">
            {messages.hintsTitle}
          </Heading>
          <ol>
            {messages.hints.map((hint) => (
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
