/** A native select, so that it works with every phone and keyboard. */
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { Icon } from '../display/Icon';
import { token } from '../tokens';
import { controlAria } from './controlAria';
import { controlLook } from './controlLook';
import { Field, type FieldText } from './Field';

/** An option of a select. */
export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends Omit<ComponentPropsWithRef<'select'>, 'id' | 'children' | 'multiple' | 'size'>, FieldText {
  options: readonly SelectOption[];
  /** Shown while nothing is selected; it is not an option. Its value is the empty string. */
  placeholder?: string;
  /** Puts the label in front of the control instead of above it, for toolbars. */
  inline?: boolean;
}

export function Select({ label, hint, error, options, placeholder, inline, ...rest }: SelectProps) {
  const isUncontrolled = rest.value === undefined && rest.defaultValue === undefined;
  return (
    <Field label={label} hint={hint} error={error} inline={inline}>
      {(aria) => (
        <Frame>
          <Control
            {...rest}
            {...controlAria(aria, rest)}
            {...(isUncontrolled && placeholder !== undefined && { defaultValue: '' })}
          >
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </Control>
          <Icon name="down" />
        </Frame>
      )}
    </Field>
  );
}

const Frame = styled.div`
  position: relative;
  min-width: 0;

  & > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-end: ${token.space.md};
    margin-block: auto;
    color: ${token.color.textSubtle};
    pointer-events: none;
  }
`;

const Control = styled.select`
  ${controlLook}
  padding-inline-end: 2.25rem;
  appearance: none;
  text-overflow: ellipsis;
  cursor: pointer;

  & > option {
    background: ${token.color.surfaceRaised};
    color: ${token.color.text};
  }
`;
