/** The styles of text controls. */
import { css } from 'styled-components';
import { token } from '../tokens';

export const controlLook = css`
  width: 100%;
  min-height: ${token.size.controlMd};
  padding: 0 ${token.space.md};
  border: 1px solid ${token.color.borderControl};
  border-radius: ${token.radius.md};
  background: ${token.color.surface};
  color: ${token.color.text};
  /* 16 px on touch devices: phones zoom in on smaller text. */
  font-size: ${token.text.md};
  transition: border-color ${token.motion.fast} ${token.motion.ease};

  @media (pointer: fine) {
    font-size: ${token.text.sm};
  }

  &::placeholder {
    color: ${token.color.textSubtle};
    opacity: 1;
  }
  &:hover {
    border-color: ${token.color.textSubtle};
  }
  &:focus-visible {
    border-color: ${token.color.focus};
    outline-offset: -1px;
  }
  &[aria-invalid='true'] {
    border-color: ${token.color.danger};
  }
  &[aria-invalid='true']:focus-visible {
    outline-color: ${token.color.danger};
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }
`;
