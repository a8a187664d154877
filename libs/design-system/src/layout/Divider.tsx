/** A line between two alternatives, with a word in it. */
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export const Divider = ({ children }: { children: ReactNode }) => <Root>{children}</Root>;

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
