/** A button with only an icon; `label` is its accessible name. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { type ButtonLook, buttonLook } from './buttonLook';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'>, ButtonLook {
  label: string;
  children: ReactNode;
}

export function IconButton({
  label,
  variant = 'quiet',
  size = 'md',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Root title={label} {...rest} type={type} aria-label={label} data-variant={variant} data-size={size} />
  );
}

const Root = styled.button`
  ${buttonLook}
  flex: none;
  aspect-ratio: 1;
  && {
    padding: 0;
  }
  min-width: ${token.size.controlMd};
  &[data-size='sm'] {
    min-width: ${token.size.controlSm};
  }
`;
