/** A password field with a button that shows the characters. Paste and password managers work as usual. */
import { type ComponentPropsWithRef, useState } from 'react';
import styled from 'styled-components';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import { token } from '../tokens';
import { controlAria } from './controlAria';
import { controlLook } from './controlLook';
import { Field, type FieldText } from './Field';

export interface PasswordInputProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'>, FieldText {
  autoComplete: 'current-password' | 'new-password';
  /** The label of the button, for forms with several password fields. */
  showLabel?: string;
}

export function PasswordInput({
  label,
  hint,
  error,
  showLabel = messages.showCharacters,
  ...rest
}: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <Root>
          <Control
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...controlAria(aria, rest)}
            type={isShown ? 'text' : 'password'}
          />
          <Eye
            type="button"
            aria-controls={aria.id}
            aria-pressed={isShown}
            aria-label={showLabel}
            onClick={() => {
              setIsShown(!isShown);
            }}
          >
            <Icon name={isShown ? 'hide' : 'show'} />
          </Eye>
        </Root>
      )}
    </Field>
  );
}

const Root = styled.div`
  position: relative;
`;

// styled-components does not know `passwordrules`, so all props are forwarded.
const Control = styled.input.withConfig({ shouldForwardProp: () => true })`
  ${controlLook}
  padding-inline-end: ${token.size.controlMd};

  /* Hides Edge's own reveal button. */
  &::-ms-reveal {
    display: none;
  }
`;

const Eye = styled.button`
  position: absolute;
  /* Inside of the edge of the field, on all sides. */
  inset-block: 0.25rem;
  inset-inline-end: 0.25rem;
  display: grid;
  place-items: center;
  width: ${token.size.controlSm};
  padding: 0;
  /* Visible in forced colors. */
  border: 1px solid transparent;
  border-radius: ${token.radius.md};
  background: none;
  color: ${token.color.textSubtle};
  cursor: pointer;

  &:hover {
    color: ${token.color.text};
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }
`;
