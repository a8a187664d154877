/** A button that acts on this page. For navigation use LinkButton. */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import styled from 'styled-components';
import { Spinner } from '../feedback/Spinner';
import { type ButtonLook, buttonLook } from './buttonLook';

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** The action is running: the button keeps focus and label, and ignores presses. */
  busy?: boolean;
}

const ignorePress = (event: MouseEvent) => {
  event.preventDefault();
};

export function Button({
  variant = 'secondary',
  size = 'md',
  flush,
  type = 'button',
  busy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <Root
      {...rest}
      type={type}
      data-variant={variant}
      data-size={size}
      data-flush={flush}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? ignorePress : onClick}
    >
      {busy && <Spinner />}
      {children}
    </Root>
  );
}

const Root = styled.button`
  ${buttonLook}
`;
