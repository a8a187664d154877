/** The place of what needs attention. It is as high as one problem from the start, so that nothing below it moves. */
import { Card, Grid, Icon, Section, Skeleton, Stack, Text } from '@slipway/design-system';
import type { ReactNode } from 'react';
import { text } from '../messages';

/** On phones, the text of a problem has more lines, and its link is below it. */
const HEIGHT = 'clamp(7.75rem, (48rem - 100vw) * 999, 15.5rem)';

export interface AttentionPlaceProps {
  isList?: boolean;
  children: ReactNode;
}

export function AttentionPlace({ isList = false, children }: AttentionPlaceProps) {
  return (
    <Section title={text.attention}>
      <Grid as={isList ? 'ul' : 'div'} min="100%" minHeight={HEIGHT}>
        {children}
      </Grid>
    </Section>
  );
}

export function AttentionLoading() {
  return (
    <AttentionPlace>
      <Card aria-busy="true" role="status">
        <Stack gap="xs">
          <Text tone="muted">{text.healthLoading}</Text>
          <Text as="div" size="sm">
            <Skeleton width="min(100%, 32rem)" />
          </Text>
          <Text as="div" size="sm">
            <Skeleton width="min(100%, 40rem)" />
          </Text>
        </Stack>
      </Card>
    </AttentionPlace>
  );
}

export function AllWell() {
  return (
    <AttentionPlace>
      <Card>
        <Stack direction="row" gap="sm" align="start">
          <Icon name="check" />
          <Stack gap="xs">
            <Text role="status" size="sm" weight="medium">
              {text.allWell}
            </Text>
            <Text size="sm" tone="muted">
              {text.allWellHint}
            </Text>
          </Stack>
        </Stack>
      </Card>
    </AttentionPlace>
  );
}
