/** Things side by side, as many columns as fit; one on a narrow screen. */
import type { HTMLAttributes } from 'react';
import styled, { keyframes } from 'styled-components';
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
      data-busy={busy || undefined}
      style={{ ['--grid-min' as string]: min, ['--grid-gap' as string]: token.space[gap], ...style }}
    />
  );
}

const appear = keyframes`from { opacity: 0; }`;
const pass = keyframes`from { background-position: 200% 0; } to { background-position: -100% 0; }`;

const Root = styled.div`
  display: grid;
  padding: 0;
  list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--grid-min)), 1fr));
  gap: var(--grid-gap);
  position: relative;

  /* A line above, not a paler list: what is there can still be read. */
  &[data-busy]::before {
    content: '';
    position: absolute;
    inset: calc(-1 * ${token.space.sm}) 0 auto;
    height: 2px;
    border-radius: ${token.radius.pill};
    background: linear-gradient(90deg, transparent, ${token.color.accent}, transparent) 0 0 / 50% 100%;
    animation:
      ${appear} ${token.motion.base} ease 200ms backwards,
      ${pass} 1.2s linear infinite;
  }
  @media (forced-colors: active) {
    &[data-busy]::before {
      forced-color-adjust: none;
      background: Highlight;
    }
  }

  /* A list item is its card's frame: cards of a row are equally tall. */
  & > li {
    display: grid;
    min-width: 0;
  }
`;
