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
        <End>{children}</End>
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
  align-items: center;
  flex-wrap: wrap;
  gap: ${token.space.sm};
  min-height: ${token.size.bar};
`;

const End = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${token.space.sm};
  min-width: 0;
  /* As tall as its buttons while it is not known which they are. */
  min-height: ${token.size.controlMd};
  margin-inline-start: auto;

  & > nav {
    display: flex;
    align-items: center;
    gap: ${token.space.sm};
    white-space: nowrap;
  }
`;
