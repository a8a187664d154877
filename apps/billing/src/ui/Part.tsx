/** A part of the page: its heading, what can be done with it, and its content. */
import { type ReactNode, useId } from 'react';
import { Heading, Stack } from '@slipway/design-system';

interface PartProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack>
        <Stack direction="row" justify="between" wrap>
          <Heading level={2} size="lg" id={id}>
            {title}
          </Heading>
          {action}
        </Stack>
        {children}
      </Stack>
    </section>
  );
}
