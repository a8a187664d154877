/**
 * Children at an even distance, in a column by default or in a row. `data-actions` is for buttons and filters: on phones
 * theme.css lets them share the width.
 */
import type { HTMLAttributes, Ref } from 'react';
import styled from 'styled-components';
import { type Space, token } from '../tokens';

export interface StackProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'header' | 'footer' | 'nav' | 'ul' | 'ol' | 'li' | 'dl' | 'span' | 'form';
  direction?: 'column' | 'row';
  gap?: Space;
  align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  justify?: 'start' | 'center' | 'end' | 'between';
  /** Lets a row continue on the next line, at most `lg` below. */
  wrap?: boolean;
  /**
   * Inside another row: takes the remaining width. A CSS length is the minimum: if less remains, a row with `wrap`
   * moves it to a new line.
   */
  grow?: boolean | string;
  /** Inside another row: never narrower than its content. */
  rigid?: boolean;
  /** For icon buttons: aligns the last icon with the edge, without the padding (theme.css). */
  flushEnd?: boolean;
  /** Next to links in rows, or below a table (theme.css): aligned with their content. */
  inset?: boolean | 'table';
  /** A CSS length: reserves the height of content that is not rendered yet. */
  minHeight?: string;
  /**
   * A CSS length: as wide as its parent, and at least this. Its content, which may load later, never widens the parent.
   */
  minWidth?: string;
  /** Takes its space, but is not visible or usable yet. */
  reserved?: boolean;
  ref?: Ref<HTMLDivElement>;
}

export function Stack({
  direction = 'column',
  gap = 'lg',
  align = direction === 'row' ? 'center' : 'stretch',
  justify = 'start',
  wrap = false,
  grow = false,
  rigid = false,
  flushEnd = false,
  inset = false,
  minHeight,
  minWidth,
  reserved = false,
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
      data-grow={grow || undefined}
      data-rigid={rigid || undefined}
      data-flush-end={flushEnd || undefined}
      data-inset={inset || undefined}
      data-contained={minWidth === undefined ? undefined : true}
      data-reserved={reserved || undefined}
      style={{
        ['--stack-gap' as string]: token.space[gap],
        minHeight,
        minWidth,
        flexBasis: typeof grow === 'string' ? grow : undefined,
        ...style,
      }}
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

  &[data-contained] {
    contain: inline-size;
    align-self: stretch;
    white-space: normal;
  }

  &[data-reserved] {
    visibility: hidden;
  }

  &[data-direction='row'] {
    flex-direction: row;
  }
  &[data-wrap] {
    flex-wrap: wrap;
    row-gap: min(var(--stack-gap), ${token.space.lg});
  }
  &[data-grow] {
    flex: 1;
  }
  &[data-rigid] {
    flex: none;
  }
  &[data-inset] {
    padding-inline: ${token.space.md};
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
