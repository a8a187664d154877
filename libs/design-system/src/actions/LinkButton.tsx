/** A link that looks like a button. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { type ButtonLook, buttonLook } from './buttonLook';
import { AppLink } from './LinkProvider';

export interface LinkButtonProps extends ComponentPropsWithRef<'a'>, ButtonLook {
  /** For one icon: as wide as an icon button, beside which it stands. */
  square?: boolean;
}

export function LinkButton({ variant = 'secondary', size = 'md', flush, square, ...rest }: LinkButtonProps) {
  return <Root {...rest} data-variant={variant} data-size={size} data-flush={flush} data-square={square} />;
}

const Root = styled(AppLink)<{
  'data-variant': string;
  'data-size': string;
  'data-flush': string | undefined;
  'data-square': boolean | undefined;
}>`
  ${buttonLook}
`;
