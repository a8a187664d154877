/** Who is signed in, and the way out. */
import { Badge, Button, Card, Heading, Stack, Text } from '@slipway/design-system';
import { type SignedInUser, signOut } from '@slipway/session';
import { t } from '../../messages';

/** Enough to tell accounts apart when asking for help; the whole id is nobody's business. */
const ID_SHOWN = 8;

const facts = (user: SignedInUser) => [
  [t('email'), user.email],
  [t('userId'), `${user.id.slice(0, ID_SHOWN)}…`],
  [t('emailConfirmed'), user.emailConfirmedAt ? t('yes') : t('no')],
];

export const AuthStatusCard = ({ user }: { user: SignedInUser }) => (
  <Card as="section" aria-labelledby="authentication-status">
    <Stack>
      <Stack direction="row" justify="between" gap="md" wrap>
        <Heading level={2} size="lg" id="authentication-status">
          {t('authenticationStatus')}
        </Heading>
        <Badge tone="success">{t('signedIn')}</Badge>
      </Stack>
      <Stack as="dl" gap="sm">
        {facts(user).map(([term, fact]) => (
          <Stack key={term} direction="row" justify="between" gap="md" wrap>
            <Text as="dt" size="sm" tone="muted">
              {term}
            </Text>
            <Text as="dd" size="sm" weight="medium">
              {fact}
            </Text>
          </Stack>
        ))}
      </Stack>
      <div>
        <Button onClick={() => void signOut()}>{t('signOut')}</Button>
      </div>
    </Stack>
  </Card>
);
