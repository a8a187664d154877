/** The signed-in account, with a sign-out button. */
import type { ReactNode } from 'react';
import { Badge, Button, Card, Heading, Stack, Text } from '@slipway/design-system';
import { type SignedInUser, signOut } from '@slipway/session';
import { t as shared } from '../../messages';
import { t } from './messages';

/** Enough to identify an account in a support request without showing the whole id. */
const VISIBLE_ID_LENGTH = 8;

type Fact = readonly [term: ReactNode, fact: ReactNode];

export const factsOf = (user: SignedInUser): Fact[] => [
  [t('email'), user.email],
  [t('userId'), `${user.id.slice(0, VISIBLE_ID_LENGTH)}…`],
  [t('emailConfirmed'), shared(user.emailConfirmedAt ? 'yes' : 'no')],
];

export const AuthStatusCard = ({ facts }: { facts: readonly Fact[] }) => (
  <Card as="section" aria-labelledby="authentication-status">
    <Stack>
      <Stack direction="row" justify="between" gap="md" wrap>
        <Heading level={2} size="lg" id="authentication-status">
          {t('authenticationStatus')}
        </Heading>
        <Stack direction="row" gap="md" wrap>
          <Badge tone="success">{t('signedIn')}</Badge>
          <Button size="sm" onClick={() => void signOut()}>
            {shared('signOut')}
          </Button>
        </Stack>
      </Stack>
      <Stack as="dl" direction="row" gap="xxl" align="start" wrap>
        {facts.map(([term, fact], index) => (
          <div key={index}>
            <Text as="dt" size="sm" tone="muted">
              {term}
            </Text>
            <Text as="dd" size="sm" weight="medium">
              {fact}
            </Text>
          </div>
        ))}
      </Stack>
    </Stack>
  </Card>
);
