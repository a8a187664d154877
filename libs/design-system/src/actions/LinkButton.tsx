/** A link that looks like a button. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { type ButtonLook, buttonLook } from './buttonLook';
import { AppLink } from './LinkProvider';

export interface LinkButtonProps extends ComponentPropsWithRef<'a'>, ButtonLook {}

export function LinkButton({ variant = 'secondary', size = 'md', ...rest }: LinkButtonProps) {
  return <Root {...rest} data-variant={variant} data-size={size} />;
}

const Root = styled(AppLink)<{ 'data-variant': string; 'data-size': string }>`
  ${buttonLook}
`;
