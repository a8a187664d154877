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

const shimmer = keyframes`to { background-position: -100% 0; }`;

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
    background: linear-gradient(
        100deg,
        ${token.color.skeleton} 35%,
        ${token.color.skeletonShine} 50%,
        ${token.color.skeleton} 65%
      )
      100% 0 / 200% 100%;
    animation: ${shimmer} 1.6s linear infinite;
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
