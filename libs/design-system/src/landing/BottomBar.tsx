/** The footer of a page. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Container } from '../layout/Container';
import { token } from '../tokens';

export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <Root>
      <Row>{children}</Row>
    </Root>
  );
}

const Root = styled.footer`
  border-block-start: 1px solid ${token.color.border};
  color: ${token.color.textSubtle};
  font-size: ${token.text.sm};
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space.md} ${token.space.xl};
  padding-block: ${token.space.xl};
`;
