/** A heading: `level` is its place in the outline, `size` its appearance. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

/** The place of a heading in the outline. */
export type HeadingLevel = 1 | 2 | 3 | 4;

export interface HeadingProps extends ComponentPropsWithRef<'h2'> {
  level: HeadingLevel;
  size?: 'md' | 'lg' | 'xl' | 'xxl' | 'huge' | 'display';
}

const usualSize = { 1: 'xxl', 2: 'xl', 3: 'md', 4: 'md' } as const;

export function Heading({ level, size = usualSize[level], ...rest }: HeadingProps) {
  return <Root {...rest} as={`h${level}`} data-size={size} />;
}

const Root = styled.h2`
  color: ${token.color.text};
  font-weight: 600;
  line-height: 1.25;
  letter-spacing: -0.012em;
  text-wrap: balance;

  &[data-size='md'] {
    font-size: ${token.text.md};
    line-height: 1.5;
    letter-spacing: -0.006em;
  }
  &[data-size='lg'] {
    font-size: ${token.text.lg};
  }
  &[data-size='xl'] {
    font-size: ${token.text.xl};
  }
  &[data-size='xxl'] {
    font-size: ${token.text.xxl};
    letter-spacing: -0.02em;
  }
  &[data-size='huge'] {
    font-size: ${token.text.huge};
    line-height: 1.15;
    letter-spacing: -0.025em;
  }
  &[data-size='display'] {
    font-size: ${token.text.display};
    font-weight: 640;
    line-height: 1.04;
    letter-spacing: -0.037em;
  }
`;
