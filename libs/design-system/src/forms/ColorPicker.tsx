/** A choice of one of the colors of generated pictures, or of none. Radio buttons, each with its color and its name. */
import { type CSSProperties, useId } from 'react';
import styled from 'styled-components';
import { hueOf, type PictureColor, pictureColors, pictureLook } from '../display/pictureColor';
import { VisuallyHidden } from '../text/VisuallyHidden';
import { token } from '../tokens';

export interface ColorPickerProps {
  label: string;
  /** Null: the color is derived from `seed`. */
  value: PictureColor | null;
  /** The text that the automatic color is derived from. */
  seed: string;
  /** The name of each color, and of the automatic choice. */
  names: Readonly<Record<PictureColor | 'auto', string>>;
  onChange: (value: PictureColor | null) => void;
}

export function ColorPicker({ label, value, seed, names, onChange }: ColorPickerProps) {
  const group = useId();
  return (
    <fieldset>
      <Legend>{label}</Legend>
      <Row>
        {([null, ...pictureColors] as const).map((color) => {
          const name = names[color ?? 'auto'];
          return (
            <Swatch key={name} title={name} style={{ '--hue': hueOf(color, seed) } as CSSProperties}>
              <input
                type="radio"
                name={group}
                checked={value === color}
                onChange={() => {
                  onChange(color);
                }}
              />
              {color === null ? <span aria-hidden>A</span> : undefined}
              <VisuallyHidden>{name}</VisuallyHidden>
            </Swatch>
          );
        })}
      </Row>
    </fieldset>
  );
}

const Legend = styled.legend`
  padding: 0 0 ${token.space.sm};
  font-size: ${token.text.sm};
  font-weight: 500;
`;

/** Eight fit in a row on the narrowest phone. */
const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${token.space.xxs};
  max-width: 19.5rem;
`;

const Swatch = styled.label`
  ${pictureLook}
  background: var(--ink);
  color: var(--ground);
  position: relative;
  display: grid;
  place-items: center;
  width: ${token.size.controlSm};
  height: ${token.size.controlSm};
  border: 2px solid transparent;
  border-radius: ${token.radius.pill};
  font-size: ${token.text.sm};
  font-weight: 600;
  cursor: pointer;

  & > input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }
  &:has(:checked) {
    border-color: var(--ink);
    box-shadow: 0 0 0 3px ${token.color.surfaceRaised} inset;
  }
  &:has(:focus-visible) {
    outline: 2px solid ${token.color.focus};
    outline-offset: 2px;
  }

  /* Forced colors must not replace them: the colors are the choice. */
  @media (forced-colors: active) {
    forced-color-adjust: none;
  }
`;
