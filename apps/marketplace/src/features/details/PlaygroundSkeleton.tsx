/** Placeholder of an empty conversation, at its size: a picture, a sentence, the agent's examples, and the field for a message. */
import { Button, Card, Skeleton, Stack } from '@slipway/design-system';

export const PlaygroundSkeleton = ({ examples = [] }: { examples?: readonly string[] }) => (
  <Card aria-hidden="true" data-skeleton="">
    <Stack gap="xl" minHeight="12.875rem" justify="between">
      <Stack gap="md" align="center">
        <Skeleton shape="block" width="3rem" height="3rem" />
        <Skeleton width="16rem" />
        {examples.length > 0 ? (
          <Stack direction="row" gap="sm" justify="center" wrap reserved>
            {examples.map((example) => (
              <Button key={example} size="sm">
                {example}
              </Button>
            ))}
          </Stack>
        ) : (
          <Skeleton shape="block" width="12rem" height="2rem" />
        )}
      </Stack>
      <Skeleton shape="block" height="2.625rem" />
    </Stack>
  </Card>
);
