/** One problem, with a link to its solution. */
import { Badge, type BadgeProps, Card, Heading, LinkButton, Stack, Text } from '@slipway/design-system';

export interface AttentionCardProps {
  title: string;
  detail: string;
  more: string;
  href: string;
  action: string;
  badge: string;
  tone: NonNullable<BadgeProps['tone']>;
}

export function AttentionCard({ title, detail, more, href, action, badge, tone }: AttentionCardProps) {
  return (
    <Card>
      <Stack direction="row" gap="lg" justify="between" wrap>
        <Stack gap="xs">
          <Stack direction="row" gap="sm" wrap>
            <Heading level={3}>{title}</Heading>
            <Badge tone={tone}>{badge}</Badge>
          </Stack>
          <Text size="sm">{detail}</Text>
          {more !== '' && (
            <Text size="sm" tone="muted">
              {more}
            </Text>
          )}
        </Stack>
        <LinkButton size="sm" href={href} aria-label={`${action}: ${title}`}>
          {action}
        </LinkButton>
      </Stack>
    </Card>
  );
}
