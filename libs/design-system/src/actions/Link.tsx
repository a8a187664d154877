/**
 * A link in text, in a navigation bar (`nav`), or as a full-width row of a list: `row`, or `row-lines` where its text has
 * several lines.
 */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { AppLink } from './LinkProvider';

export interface LinkProps extends ComponentPropsWithRef<'a'> {
  variant?: 'text' | 'nav' | 'row' | 'row-lines';
}

/** `aria-current="page"` marks the current page. */
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

  &[data-variant^='row'] {
    display: flex;
    align-items: center;
    gap: ${token.space.md};
    min-height: ${token.size.controlLg};
    padding-inline: ${token.space.md};
    color: ${token.color.text};
    font-weight: 500;
    text-decoration: none;
    &:hover,
    &[aria-current='page'] {
      background: ${token.color.surfaceHover};
    }
  }

  /* The icon is beside the first line of small text. */
  &[data-variant='row-lines'] {
    align-items: start;
    padding-block: ${token.space.sm};
    > svg {
      margin-top: 2px;
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
