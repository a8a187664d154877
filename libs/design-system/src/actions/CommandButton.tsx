/**
 * Opens the command menu: a box with the shortcut on wide screens, an icon on narrow ones. Its name is its text, or else its
 * title: an `aria-label` would have to contain the shortcut too (WCAG 2.5.3).
 */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { Icon } from '../display/Icon';
import { token } from '../tokens';
import { buttonLook } from './buttonLook';

export interface CommandButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  label: string;
  /** The shortcut as printed on the keys: `Ctrl K`. */
  keys: string;
}

export function CommandButton({ label, keys, ...rest }: CommandButtonProps) {
  return (
    <Root title={label} {...rest} type="button" data-size="sm" data-variant="secondary">
      <Icon name="search" size={16} />
      <span>{label}</span>
      <kbd aria-hidden="true" translate="no">
        {keys}
      </kbd>
    </Root>
  );
}

const Root = styled.button`
  ${buttonLook}
  && {
    color: ${token.color.textSubtle};
    font-weight: 400;
  }

  & > kbd {
    padding: 0 ${token.space.xs};
    border: 1px solid ${token.color.border};
    border-radius: ${token.radius.sm};
    background: ${token.color.surfaceSunken};
    font-family: inherit;
    font-size: ${token.text.xs};
  }

  @media (max-width: 60rem) {
    && {
      min-width: ${token.size.controlSm};
      padding: 0;
      border-color: transparent;
      background: none;
      box-shadow: none;
    }
    & > span,
    & > kbd {
      display: none;
    }
  }
`;
