/** The sticky bar at the top of every page: the brand and the navigation. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { Container } from './Container';

export interface TopBarProps {
  brand: ReactNode;
  /** Actions, on every screen width. */
  tools?: ReactNode;
  /** After the tools, on every screen width. */
  end?: ReactNode;
  /** Replaces `children` on narrow screens. Always at the edge. */
  menu?: ReactNode;
  /** One or more `nav` elements, separated by lines. */
  children?: ReactNode;
}

export function TopBar({ brand, tools, end, menu, children }: TopBarProps) {
  return (
    <Root>
      <Row>
        {brand}
        <Places>{children}</Places>
        {tools}
        {end}
        {menu !== undefined && <Narrow>{menu}</Narrow>}
      </Row>
    </Root>
  );
}

const Root = styled.header`
  position: sticky;
  top: 0;
  z-index: 10;
  border-block-end: 1px solid ${token.color.border};
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
  gap: ${token.space.sm};
  min-height: ${token.size.bar};
  padding-block: ${token.space.sm};

  & > :first-child {
    margin-inline-end: auto;
  }
`;

/** The width that the longest navigation needs. */
const wide = '60rem';

const Places = styled.div`
  display: flex;
  align-items: baseline;
  gap: ${token.space.sm};
  white-space: nowrap;

  & > nav {
    display: flex;
    align-items: baseline;
    gap: ${token.space.xs};
  }
  & > nav + nav {
    padding-inline-start: ${token.space.sm};
    border-inline-start: 1px solid ${token.color.borderStrong};
  }

  @media (max-width: ${wide}) {
    display: none;
  }
`;

const Narrow = styled.div`
  @media (min-width: ${wide}) {
    display: none;
  }
`;
