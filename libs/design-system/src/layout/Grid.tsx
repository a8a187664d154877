/** Things side by side, as many columns as fit; one on a narrow screen. */
import type { HTMLAttributes } from 'react';
import styled from 'styled-components';
import { type Space, token } from '../tokens';

export interface GridProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'ul' | 'ol' | 'dl' | 'section';
  /** The least width of a column, a CSS length. */
  min?: string;
  gap?: Space;
  /** What is shown is about to be replaced: said at once, seen when it takes a moment. */
  busy?: boolean;
}

export function Grid({ min = '20rem', gap = 'lg', busy = false, style, ...rest }: GridProps) {
  return (
    <Root
      {...rest}
      aria-busy={busy || rest['aria-busy']}
      data-fading={busy || undefined}
      style={{ ['--grid-min' as string]: min, ['--grid-gap' as string]: token.space[gap], ...style }}
    />
  );
}

const Root = styled.div`
  display: grid;
  padding: 0;
  list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--grid-min)), 1fr));
  gap: var(--grid-gap);
  transition: opacity ${token.motion.fast} ${token.motion.ease};

  &[data-fading] {
    opacity: 0.55;
    transition-delay: 200ms;
  }

  /* A list item is its card's frame: cards of a row are equally tall. */
  & > li {
    display: grid;
    min-width: 0;
  }
`;
