/** A section inside a page or a dialog. For the landing page's full-width sections use LandingSection. */
import { type ReactNode, useId } from 'react';
import { Heading } from '../text/Heading';
import { Text } from '../text/Text';
import { Stack, type StackProps } from './Stack';

export interface SectionProps {
  title: string;
  /** Level 2 is a landmark, labeled by its heading. Level 3 is for dialogs, where landmarks would only add noise. */
  level?: 2 | 3;
  gap?: StackProps['gap'];
  /** For links to it in the same page. */
  id?: string;
  /** Below the heading, closer to it than to the content. */
  description?: ReactNode;
  /** Shown next to the heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, level = 2, gap, id, description, action, children }: SectionProps) {
  const headingId = useId();
  const heading = (
    <Stack gap="xs">
      <Heading level={level} size={level === 2 ? 'lg' : 'md'} id={headingId}>
        {title}
      </Heading>
      {description !== undefined && (
        <Text tone="muted" size={level === 2 ? 'md' : 'sm'}>
          {description}
        </Text>
      )}
    </Stack>
  );
  return (
    <Stack as="section" id={id} gap={gap} aria-labelledby={level === 2 ? headingId : undefined}>
      {action === undefined ? (
        heading
      ) : (
        <Stack direction="row" justify="between" wrap>
          {heading}
          {action}
        </Stack>
      )}
      {children}
    </Stack>
  );
}
