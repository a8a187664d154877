/** A button with only an icon; `label` is its accessible name. */
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';
import { type ButtonLook, buttonLook } from './buttonLook';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'>, ButtonLook {
  label: string;
  /** A dot in the corner: there is something new. The label says it too. */
  dot?: boolean;
  children: ReactNode;
}

export function IconButton({
  label,
  variant = 'quiet',
  size = 'md',
  dot = false,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Root
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      data-variant={variant}
      data-size={size}
      data-dot={dot || undefined}
    />
  );
}

const Root = styled.button`
  ${buttonLook}
  flex: none;
  aspect-ratio: 1;
  && {
    padding: 0;
  }
  &[data-dot] {
    position: relative;
  }
  &[data-dot]::after {
    content: '';
    position: absolute;
    inset: 0.25rem 0.25rem auto auto;
    width: 0.5rem;
    height: 0.5rem;
    border: 1px solid ${token.color.canvas};
    border-radius: ${token.radius.pill};
    background: ${token.color.danger};
    forced-color-adjust: none;
  }
  min-width: ${token.size.controlMd};
  &[data-size='sm'] {
    min-width: ${token.size.controlSm};
  }
`;
