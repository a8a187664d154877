/** A line. With text in it, it separates two alternatives. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export const Divider = ({ children }: { children?: ReactNode }) =>
  children === undefined ? <Line /> : <Root>{children}</Root>;

const Line = styled.hr`
  width: 100%;
  border: 0;
  border-block-start: 1px solid ${token.color.border};
`;

const Root = styled.p`
  display: flex;
  align-items: center;
  gap: ${token.space.md};
  color: ${token.color.textSubtle};
  font-size: ${token.text.sm};

  &::before,
  &::after {
    content: '';
    flex: 1;
    border-block-start: 1px solid ${token.color.border};
  }
`;
