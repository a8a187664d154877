/**
 * A labeled frame around a region of the page, for tools that explain it. It receives no pointer events and no focus.
 */
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { token } from '../tokens';

export interface OutlineProps {
  label: string;
  /** In pixels from the top left corner of the window. */
  left: number;
  top: number;
  width: number;
  height: number;
  tone?: 'info' | 'warning';
}

export const Outline = ({ label, tone = 'info', ...box }: OutlineProps) =>
  createPortal(
    <Root aria-hidden data-tone={tone} style={box}>
      <span>{label}</span>
    </Root>,
    document.body,
  );

const Root = styled.div`
  position: fixed;
  z-index: 20;
  border: 2px dashed var(--tone-text);
  border-radius: ${token.radius.sm};
  pointer-events: none;

  & > span {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    max-width: 100%;
    padding: 0 ${token.space.xs};
    background: var(--tone-surface);
    color: var(--tone-text);
    font-family: ${token.font.mono};
    font-size: ${token.text.xs};
    line-height: 1.5;
    white-space: nowrap;
    text-overflow: ellipsis;
    overflow: hidden;
  }
  &[data-tone='info'] {
    --tone-text: ${token.color.infoText};
    --tone-surface: ${token.color.infoSurface};
  }
  &[data-tone='warning'] {
    --tone-text: ${token.color.warningText};
    --tone-surface: ${token.color.warningSurface};
  }
`;
