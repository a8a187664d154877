/** A button that acts on this page. For navigation use LinkButton. */
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import styled from 'styled-components';
import { Icon } from '../display/Icon';
import { Spinner } from '../feedback/Spinner';
import { type ButtonLook, buttonLook } from './buttonLook';
import { usePressFirst } from './pressFirst';

export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** The action is running: the button keeps focus and label, and ignores presses. */
  busy?: boolean;
  /** The action has been done: the button shows that state, keeps the focus, and ignores presses. */
  done?: boolean;
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
  done = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const act = usePressFirst(onClick);
  return (
    <Root
      {...rest}
      type={type}
      data-variant={done ? 'quiet' : variant}
      data-size={size}
      data-flush={flush}
      data-done={done || undefined}
      aria-disabled={busy || done || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy || done ? ignorePress : act}
    >
      {busy && <Spinner />}
      {done && <Icon name="check" size={14} />}
      {children}
    </Root>
  );
}

const Root = styled.button`
  ${buttonLook}
`;
