/** A link that looks like a button. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { type ButtonLook, buttonLook } from './buttonLook';
import { AppLink } from './LinkProvider';

export interface LinkButtonProps extends ComponentPropsWithRef<'a'>, ButtonLook {}

export function LinkButton({ variant = 'secondary', size = 'md', flush, ...rest }: LinkButtonProps) {
  return <Root {...rest} data-variant={variant} data-size={size} data-flush={flush} />;
}

const Root = styled(AppLink)<{
  'data-variant': string;
  'data-size': string;
  'data-flush': string | undefined;
}>`
  ${buttonLook}
`;
