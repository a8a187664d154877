/** The bar across the top of every page: the brand, and where one can go. Stays while the page scrolls. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Container } from './Container';

export interface TopBarProps {
  brand: ReactNode;
  children?: ReactNode;
}

export function TopBar({ brand, children }: TopBarProps) {
  return (
    <Root>
      <Row>
        {brand}
        {children}
      </Row>
    </Root>
  );
}

const Root = styled.header`
  position: sticky;
  top: 0;
  z-index: 10;
  border-bottom: 1px solid ${token.color.border};
  background: color-mix(in srgb, ${token.color.canvas} 82%, transparent);
  backdrop-filter: blur(12px) saturate(1.6);

  @media (prefers-reduced-transparency: reduce) {
    background: ${token.color.canvas};
    backdrop-filter: none;
  }
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space.xs} ${token.space.sm};
  min-height: ${token.size.bar};
  padding-block: ${token.space.sm};

  & > :first-child {
    margin-inline-end: auto;
  }
  /* Where it does not fit beside the brand, it takes a line of its own. */
  & > nav {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${token.space.xs};
    white-space: nowrap;
  }
`;
