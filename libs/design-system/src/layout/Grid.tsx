/** A grid with as many columns as fit; one on a narrow screen. theme.css has the forced colors of a busy one. */
import type { HTMLAttributes } from 'react';
import styled, { keyframes } from 'styled-components';
import { type Space, token } from '../tokens';

export interface GridProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'ul' | 'ol' | 'dl' | 'section';
  /** The minimum width of a column, a CSS length. */
  min?: string;
  /**
   * The number of items, if it is known. All are in one row, or four in two pairs, or each in its own row, so that
   * every row is full.
   */
  count?: 2 | 3 | 4;
  gap?: Space;
  /** A CSS length: reserves the height of content that is not rendered yet. Its rows fill it. */
  minHeight?: string;
  /** `stretch` makes the cells of a row equally tall. */
  align?: 'stretch' | 'start';
  /** The content is about to be replaced: announced at once, visible after 200 ms. */
  busy?: boolean;
}

export function Grid({
  min = 'max(20rem, 30%)',
  count,
  gap = 'lg',
  align = 'stretch',
  busy = false,
  minHeight,
  style,
  ...rest
}: GridProps) {
  return (
    <Root
      {...rest}
      aria-busy={busy || rest['aria-busy']}
      data-busy={busy || undefined}
      data-align={align}
      style={{
        ['--grid-min' as string]: count === undefined ? min : evenly(min, count),
        ['--grid-gap' as string]: token.space[gap],
        minHeight,
        ...style,
      }}
    />
  );
}

/** If not all items fit in a row, the last term is the largest: half a row for four items, otherwise a full row. */
const evenly = (min: string, count: number) =>
  `max(100% / ${String(count)} - 2rem, min(${count === 4 ? '45' : '100'}%, (${min} * ${String(count)} + 3rem - 100%) * 999))`;

const appear = keyframes`from { opacity: 0; }`;
const grow = keyframes`from { scale: 0.2 1; }`;

/** The cards of a row are equally tall. A busy grid has a line above its content, which stays readable. */
const Root = styled.div`
  display: grid;
  padding: 0;
  list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--grid-min)), 1fr));
  gap: var(--grid-gap);
  position: relative;

  &[data-align='start'] {
    align-items: start;
  }

  &[data-busy]::before {
    content: '';
    position: absolute;
    inset: calc(-1 * ${token.space.sm}) 0 auto;
    height: 2px;
    border-radius: ${token.radius.pill};
    background: linear-gradient(90deg, transparent, ${token.color.accent}, transparent);
    animation:
      ${appear} ${token.motion.base} ease 200ms backwards,
      ${grow} 800ms ease-in-out infinite alternate;
  }

  & > li {
    display: grid;
    min-width: 0;
  }
`;
