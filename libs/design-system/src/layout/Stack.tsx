/** Things one after the other, with an even distance: down by default, or along a row. */
import type { HTMLAttributes } from 'react';
import styled from 'styled-components';
import { type Space, token } from '../tokens';

export interface StackProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'header' | 'footer' | 'nav' | 'ul' | 'ol' | 'li' | 'dl' | 'span' | 'form';
  direction?: 'column' | 'row';
  gap?: Space;
  align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  justify?: 'start' | 'center' | 'end' | 'between';
  /** A row breaks when it is too long. */
  wrap?: boolean;
}

export function Stack({
  direction = 'column',
  gap = 'lg',
  align = direction === 'row' ? 'center' : 'stretch',
  justify = 'start',
  wrap = false,
  style,
  ...rest
}: StackProps) {
  return (
    <Root
      {...rest}
      data-direction={direction}
      data-align={align}
      data-justify={justify}
      data-wrap={wrap || undefined}
      style={{ ['--stack-gap' as string]: token.space[gap], ...style }}
    />
  );
}

const Root = styled.div`
  display: flex;
  padding: 0;
  list-style: none;
  flex-direction: column;
  gap: var(--stack-gap);
  min-width: 0;

  &[data-direction='row'] {
    flex-direction: row;
  }
  &[data-wrap] {
    flex-wrap: wrap;
  }

  &[data-align='start'] {
    align-items: flex-start;
  }
  &[data-align='center'] {
    align-items: center;
  }
  &[data-align='end'] {
    align-items: flex-end;
  }
  &[data-align='baseline'] {
    align-items: baseline;
  }

  &[data-justify='center'] {
    justify-content: center;
  }
  &[data-justify='end'] {
    justify-content: flex-end;
  }
  &[data-justify='between'] {
    justify-content: space-between;
  }
`;
