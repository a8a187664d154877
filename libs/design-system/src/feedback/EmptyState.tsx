/** The empty state of a list or page: why it is empty, and the next step. theme.css has the parts of the compact one. */
import type { HTMLAttributes, ReactNode } from 'react';
import styled from 'styled-components';
import { Stack } from '../layout/Stack';
import { Heading, type HeadingLevel } from '../text/Heading';
import { Text } from '../text/Text';
import { token } from '../tokens';

export interface EmptyStateProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** Decorative. */
  icon?: ReactNode;
  /** Use 1 when it is the whole page. */
  level?: HeadingLevel;
  /** The icon is beside the text, and the action too if there is space: for a part of a page that failed. */
  compact?: boolean;
}

/** In a section with a heading of level 2, it is smaller than that heading. */
const sizes = { 1: 'xl', 2: 'lg', 3: 'md', 4: 'md' } as const;

export function EmptyState({
  title,
  description,
  action,
  icon,
  level = 2,
  compact = false,
  ...rest
}: EmptyStateProps) {
  return (
    <Root {...rest} data-framed={level === 1 ? undefined : ''} data-compact={compact ? '' : undefined}>
      <Stack
        direction={compact ? 'row' : 'column'}
        gap={compact ? 'md' : 'lg'}
        align={compact && description !== undefined ? 'start' : 'center'}
      >
        {icon !== undefined && <Picture aria-hidden="true">{icon}</Picture>}
        <Stack gap="xs" align={compact ? 'start' : 'center'}>
          <Heading level={level} size={sizes[level]}>
            {title}
          </Heading>
          {description !== undefined && <Text tone="muted">{description}</Text>}
        </Stack>
      </Stack>
      {action !== undefined && (
        <Stack direction="row" gap="sm" justify={compact ? 'start' : 'center'} wrap>
          {action}
        </Stack>
      )}
    </Root>
  );
}

/** A long word, such as a name from the address, breaks. */
const Root = styled.div`
  display: grid;
  justify-items: center;
  gap: ${token.space.lg};
  padding: ${token.space.huge} ${token.space.lg};
  text-align: center;
  overflow-wrap: anywhere;

  & p {
    text-wrap: balance;
  }
  &[data-framed] {
    border: 1px dashed ${token.color.borderStrong};
    border-radius: ${token.radius.lg};
  }
  &[data-compact] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: center;
    justify-content: center;
    padding: ${token.space.md};
    gap: ${token.space.md} ${token.space.lg};
    text-align: start;
  }
`;

const Picture = styled.div`
  display: grid;
  place-items: center;
  flex: none;
  width: 3rem;
  height: 3rem;
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.lg};
  background: ${token.color.surface};
  box-shadow: ${token.shadow.sm};
  color: ${token.color.textSubtle};
`;
