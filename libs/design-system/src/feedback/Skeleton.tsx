/** A placeholder for content that is loading. As tall as a line of the surrounding text, so that nothing shifts. */
import styled, { keyframes } from 'styled-components';
import { token } from '../tokens';

export interface SkeletonProps {
  /** CSS lengths. */
  width?: string;
  height?: string;
  shape?: 'text' | 'pill' | 'block';
}

export function Skeleton({ width = '100%', height, shape = 'text' }: SkeletonProps) {
  return (
    <Root
      aria-hidden="true"
      data-shape={shape}
      style={{ ['--skeleton-width' as string]: width, ['--skeleton-height' as string]: height }}
    />
  );
}

/** Lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return Array.from({ length: lines }, (_, line) => (
    <Skeleton key={line} width={line === lines - 1 ? '62%' : '100%'} />
  ));
}

/**
 * Only opacity, which the compositor animates: a loading page has dozens of these, and its scripts need the main
 * thread.
 */
const pulse = keyframes`50% { opacity: 0.45; }`;

const Root = styled.span`
  display: block;
  position: relative;
  width: var(--skeleton-width);
  max-width: 100%;
  height: var(--skeleton-height, 1lh);

  &::before {
    content: '';
    position: absolute;
    inset: 0.22lh 0;
    border-radius: ${token.radius.sm};
    background: ${token.color.skeleton};
    animation: ${pulse} 1.6s ease-in-out infinite;
  }

  &[data-shape='pill']::before {
    inset: 0;
    border-radius: ${token.radius.pill};
  }
  &[data-shape='block']::before {
    inset: 0;
    border-radius: ${token.radius.md};
  }

  @media (forced-colors: active) {
    &::before {
      border: 1px solid GrayText;
    }
  }
`;
