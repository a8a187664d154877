/** A section inside a page or a dialog. For the landing page's full-width sections use LandingSection. */
import { type ReactNode, useId } from 'react';
import { Heading } from '../text/Heading';
import { Stack, type StackProps } from './Stack';

export interface SectionProps {
  title: string;
  /** Level 2 is a landmark, labeled by its heading. Level 3 is for dialogs, where landmarks would only add noise. */
  level?: 2 | 3;
  gap?: StackProps['gap'];
  /** Shown next to the heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, level = 2, gap, action, children }: SectionProps) {
  const id = useId();
  const heading = (
    <Heading level={level} size={level === 2 ? 'lg' : 'md'} id={id}>
      {title}
    </Heading>
  );
  return (
    <Stack as="section" gap={gap} aria-labelledby={level === 2 ? id : undefined}>
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
