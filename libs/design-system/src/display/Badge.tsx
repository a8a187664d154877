/** A short label, such as a price or a status. The text carries the meaning; the color repeats it. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { token } from '../tokens';

export interface BadgeProps extends ComponentPropsWithRef<'span'> {
  /** A meaning, never a color. */
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}

export function Badge({ tone = 'neutral', ...rest }: BadgeProps) {
  return <Root {...rest} data-tone={tone} />;
}

const Root = styled.span`
  display: inline-block;
  max-width: 100%;
  padding: 0 ${token.space.sm};
  border: 1px solid var(--tone-border);
  border-radius: ${token.radius.pill};
  background: var(--tone-surface);
  color: var(--tone-text);
  font-size: ${token.text.xs};
  font-weight: 500;
  line-height: 1.25rem;
  text-overflow: ellipsis;
  vertical-align: middle;
  white-space: nowrap;
  overflow: hidden;

  &[data-tone='neutral'] {
    --tone-text: ${token.color.neutralText};
    --tone-surface: ${token.color.neutralSurface};
    --tone-border: ${token.color.neutralBorder};
  }
  &[data-tone='info'] {
    --tone-text: ${token.color.infoText};
    --tone-surface: ${token.color.infoSurface};
    --tone-border: ${token.color.infoBorder};
  }
  &[data-tone='success'] {
    --tone-text: ${token.color.successText};
    --tone-surface: ${token.color.successSurface};
    --tone-border: ${token.color.successBorder};
  }
  &[data-tone='warning'] {
    --tone-text: ${token.color.warningText};
    --tone-surface: ${token.color.warningSurface};
    --tone-border: ${token.color.warningBorder};
  }
  &[data-tone='danger'] {
    --tone-text: ${token.color.dangerText};
    --tone-surface: ${token.color.dangerSurface};
    --tone-border: ${token.color.dangerBorder};
  }
`;
