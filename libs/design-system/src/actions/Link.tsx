/** A link in running words, or (`nav`) in a list of places. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { AppLink } from './LinkProvider';

export interface LinkProps extends ComponentPropsWithRef<'a'> {
  variant?: 'text' | 'nav';
}

/** `aria-current="page"` marks where one is. */
export function Link({ variant = 'text', ...rest }: LinkProps) {
  return <Root {...rest} data-variant={variant} />;
}

const Root = styled(AppLink)<{ 'data-variant': string }>`
  border-radius: ${token.radius.sm};
  transition: color ${token.motion.fast} ${token.motion.ease};

  &[data-variant='text'] {
    color: ${token.color.accentText};
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
    &:hover {
      text-decoration-thickness: 2px;
    }
  }

  &[data-variant='nav'] {
    padding: 0.375rem clamp(0.375rem, 2vw, ${token.space.md});
    color: ${token.color.textMuted};
    font-size: ${token.text.sm};
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
    &:hover {
      color: ${token.color.text};
    }
    &[aria-current='page'] {
      color: ${token.color.text};
      background: ${token.color.surfaceHover};
    }
  }
`;
