/**
 * The styles of buttons and of links that look like buttons. theme.css has those of pressed, busy, done, flush and square
 * ones, and of forced colors.
 */
import { css } from 'styled-components';
import { token } from '../tokens';

export interface ButtonLook {
  /** At most one `primary` per region; `quiet` where there are many buttons. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** For a quiet button at this edge of its column: aligns its text with the edge, without the padding. */
  flush?: 'start' | 'end';
}

export const buttonLook = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${token.space.sm};
  min-height: ${token.size.controlMd};
  padding: ${token.space.xs} var(--side);
  border: 1px solid transparent;
  border-radius: ${token.radius.md};
  font-size: ${token.text.sm};
  font-weight: 500;
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  user-select: none;
  transition-property: background-color, border-color, color, box-shadow;
  transition-duration: ${token.motion.fast};
  transition-timing-function: ${token.motion.ease};

  --side: ${token.space.lg};
  &[data-size='sm'] {
    min-height: ${token.size.controlSm};
    --side: ${token.space.md};
  }
  &[data-size='lg'] {
    min-height: ${token.size.controlLg};
    --side: clamp(${token.space.lg}, 4vw, ${token.space.xl});
    font-size: ${token.text.md};
  }

  &[data-variant='primary'] {
    background: ${token.color.accent};
    box-shadow: ${token.shadow.sm};
    color: ${token.color.onAccent};
    &:hover {
      background: ${token.color.accentHover};
    }
  }
  &[data-variant='danger'] {
    background: ${token.color.danger};
    color: ${token.color.onAccent};
    &:hover {
      background: ${token.color.dangerHover};
    }
  }
  &[data-variant='secondary'] {
    border-color: ${token.color.borderStrong};
    background: ${token.color.surface};
    box-shadow: ${token.shadow.sm};
    color: ${token.color.text};
    &:hover {
      background: ${token.color.surfaceHover};
    }
  }
  &[data-variant='quiet'] {
    background: transparent;
    color: ${token.color.textMuted};
    &:hover {
      background: ${token.color.surfaceHover};
      color: ${token.color.text};
    }
  }

  &:disabled,
  &[aria-disabled='true'] {
    opacity: 0.55;
    cursor: not-allowed;
  }
`;
