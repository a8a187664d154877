/** A button among links in rows, as of a menu: an icon and a label. It looks like `Link` with the variant `row`. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export type RowButtonProps = ComponentPropsWithRef<'button'>;

export function RowButton({ type = 'button', ...rest }: RowButtonProps) {
  return <Root {...rest} type={type} />;
}

const Root = styled.button`
  display: flex;
  align-items: center;
  gap: ${token.space.md};
  min-height: ${token.size.controlLg};
  padding-inline: ${token.space.md};
  border: 0;
  border-radius: ${token.radius.sm};
  background: none;
  font-weight: 500;
  text-align: start;
  cursor: pointer;

  &:hover {
    background: ${token.color.surfaceHover};
  }
`;
