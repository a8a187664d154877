/** A link to all items with a tag. `current` marks the applied tag, whose link removes the filter. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { AppLink } from '../actions/LinkProvider';
import { token } from '../tokens';

export interface TagLinkProps extends ComponentPropsWithRef<'a'> {
  current?: boolean;
}

export function TagLink({ current = false, ...rest }: TagLinkProps) {
  return <Root {...rest} aria-current={current || undefined} />;
}

const Root = styled(AppLink)`
  display: inline-block;
  max-width: 100%;
  padding: 0 ${token.space.sm};
  border: 1px solid ${token.color.neutralBorder};
  border-radius: ${token.radius.pill};
  background: ${token.color.neutralSurface};
  color: ${token.color.neutralText};
  font-size: ${token.text.xs};
  font-weight: 500;
  /* 24 px including the border: the minimum touch target. */
  line-height: 1.375rem;
  text-decoration: none;
  text-overflow: ellipsis;
  white-space: nowrap;
  overflow: hidden;
  transition: border-color ${token.motion.fast} ${token.motion.ease};

  &:hover {
    border-color: ${token.color.textSubtle};
  }
  &[aria-current] {
    border-color: ${token.color.text};
    background: ${token.color.text};
    color: ${token.color.canvas};
  }
`;
