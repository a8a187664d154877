/** A filter that is on or off. ChipGroup names what the chips filter. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export interface ChipProps extends ComponentPropsWithRef<'button'> {
  pressed: boolean;
}

export function Chip({ pressed, type = 'button', ...rest }: ChipProps) {
  return <Root {...rest} type={type} aria-pressed={pressed} />;
}

/** Props of ChipGroup. */
export interface ChipGroupProps extends ComponentPropsWithRef<'div'> {
  label: string;
}

/** A group of chips, whose `label` says what they filter. */
export function ChipGroup({ label, ...rest }: ChipGroupProps) {
  return <Group {...rest} role="group" aria-label={label} />;
}

const Group = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.sm};
`;

/** A long word, such as a tag, breaks. */
const Root = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${token.space.xs};
  min-height: ${token.size.controlSm};
  padding: 0 ${token.space.md};
  border: 1px solid ${token.color.borderStrong};
  border-radius: ${token.radius.pill};
  background: ${token.color.surface};
  color: ${token.color.textMuted};
  font-size: ${token.text.sm};
  font-weight: 500;
  overflow-wrap: anywhere;
  cursor: pointer;
  transition-property: background-color, border-color, color;
  transition-duration: ${token.motion.fast};

  &:hover {
    background: ${token.color.surfaceHover};
    color: ${token.color.text};
  }

  &[aria-pressed='true'] {
    border-color: ${token.color.text};
    background: ${token.color.text};
    color: ${token.color.canvas};
  }
`;
