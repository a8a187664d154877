/** The plans, side by side, with an action for each one above the current plan. */
import { type ReactNode, useId } from 'react';
import {
  Badge,
  Button,
  Card,
  Grid,
  Heading,
  Icon,
  Section,
  Skeleton,
  Stack,
  Text,
} from '@slipway/design-system';
import { type Plan, plans } from '../data/plans';
import { t } from '../features/overview/messages';
import type { PaymentProvider } from '../data/paymentProvider';

const features: Readonly<Record<Plan['name'], readonly string[]>> = {
  Starter: [t('Starter-1'), t('Starter-2'), t('Starter-3')],
  Pro: [t('Pro-1'), t('Pro-2'), t('Pro-3'), t('Pro-4')],
  Enterprise: [t('Enterprise-1'), t('Enterprise-2'), t('Enterprise-3'), t('Enterprise-4')],
};

interface PlansProps {
  /** `loading` until it is known, `unknown` when it could not be loaded: then no plan is marked or offered. */
  current: Plan | 'loading' | 'unknown';
  provider: PaymentProvider;
}

export function Plans({ current, provider }: PlansProps) {
  return (
    <Section id="plans" title={t('plans')} description={t('plansText')}>
      <Grid as="ul" min="13rem" count={3} gap="md">
        {plans.map((plan) => (
          <li key={plan.name}>
            <PlanCard plan={plan} action={<PlanAction plan={plan} current={current} provider={provider} />} />
          </li>
        ))}
      </Grid>
    </Section>
  );
}

function PlanCard({ plan, action }: { plan: Plan; action: ReactNode }) {
  const id = useId();
  return (
    <Card as="article" aria-labelledby={id} data-slim="">
      {/* The cards are equally high, with the actions at the bottom. */}
      <Stack minHeight="100%" justify="between">
        <Stack>
          <Stack direction="row" justify="between" wrap>
            <Heading level={3} size="lg" id={id} translate="no">
              {plan.name}
            </Heading>
            {plan.isMostPopular && <Badge tone="info">{t('mostPopular')}</Badge>}
          </Stack>
          <Text size="xl" weight="strong">
            {plan.price === 0 ? t('free') : t('perMonth', { price: plan.price })}
          </Text>
          <Stack as="ul" gap="sm">
            {features[plan.name].map((feature) => (
              <Stack as="li" key={feature} direction="row" gap="xs">
                <Icon name="check" size={14} />
                <Text as="span" size="sm">
                  {feature}
                </Text>
              </Stack>
            ))}
          </Stack>
        </Stack>
        {action}
      </Stack>
    </Card>
  );
}

/** A downgrade has no action here: the user changes the plan under "Manage subscription". */
function PlanAction({ plan, current, provider }: PlansProps & { plan: Plan }) {
  if (current === 'loading') return <Skeleton shape="block" width="8rem" height="2.25rem" />;
  if (current === 'unknown') return null;
  if (plan.name === current.name) {
    return (
      <div>
        <Badge tone="success">{t('yourPlan')}</Badge>
      </div>
    );
  }
  if (plan.price < current.price) {
    return (
      <Text size="sm" tone="muted">
        {t('downgrade')}
      </Text>
    );
  }
  if (plan.messages === null) {
    return (
      <div>
        <Button
          onClick={() => {
            provider.contactSales(plan);
          }}
        >
          {t('contactSales')}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <Button
        variant="primary"
        busy={provider.opening === 'checkout'}
        onClick={() => {
          provider.upgrade(plan);
        }}
      >
        {t('upgrade', { plan: plan.name })}
      </Button>
    </div>
  );
}
