/** The field for a message. Enter sends it, Shift and Enter start a new line; it grows with the text. */
import type { Ref } from 'react';
import styled from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { token } from '../tokens';

export interface ChatComposerProps {
  /** The accessible name of the field. */
  label: string;
  placeholder: string;
  sendLabel: string;
  stopLabel: string;
  value: string;
  maxLength: number;
  /** An answer is arriving: the button stops it. */
  isAnswering: boolean;
  onChange: (value: string) => void;
  onSend: () => void;
  onStop: () => void;
  /** Called on Escape if it has a meaning, such as to cancel an edit. The key then does not close the dialog. */
  onCancel?: (() => void) | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

const MAX_ROWS = 8;

export function ChatComposer(props: ChatComposerProps) {
  const { label, placeholder, sendLabel, stopLabel, value, maxLength, isAnswering, ref } = props;
  const { onChange, onSend, onStop, onCancel } = props;
  return (
    <Root>
      <Field
        ref={ref}
        aria-label={label}
        name="message"
        dir="auto"
        enterKeyHint="send"
        placeholder={placeholder}
        maxLength={maxLength}
        // For browsers without field-sizing.
        rows={Math.min(value.split('\n').length, MAX_ROWS)}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && onCancel) {
            event.preventDefault();
            onCancel();
          }
          // An input method uses Enter to accept a word.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSend();
        }}
      />
      {/* One button, so that the focus stays on it. The second click of a double click must not stop the answer. */}
      <IconButton
        label={isAnswering ? stopLabel : sendLabel}
        variant={isAnswering ? 'secondary' : 'primary'}
        size="sm"
        onClick={({ detail }) => {
          if (detail > 1) return;
          if (isAnswering) onStop();
          else onSend();
        }}
      >
        <Icon name={isAnswering ? 'stop' : 'send'} />
      </IconButton>
    </Root>
  );
}

const Root = styled.div`
  display: flex;
  align-items: flex-end;
  gap: ${token.space.sm};
  padding: ${token.space.xs};
  border: 1px solid ${token.color.borderControl};
  border-radius: ${token.radius.lg};
  background: ${token.color.surface};
  transition: border-color ${token.motion.fast} ${token.motion.ease};

  &:hover {
    border-color: ${token.color.textSubtle};
  }
  &:has(textarea:focus-visible) {
    border-color: ${token.color.focus};
    outline: 2px solid ${token.color.focus};
    outline-offset: -1px;
  }
`;

const Field = styled.textarea`
  flex: 1;
  min-width: 0;
  min-height: ${token.size.controlSm};
  max-height: 12rem;
  padding: ${token.space.xs} ${token.space.sm};
  border: 0;
  background: none;
  color: ${token.color.text};
  /* 16 px on touch devices: phones zoom in on smaller text. */
  font: inherit;
  line-height: 1.5;
  field-sizing: content;
  resize: none;

  @media (pointer: fine) {
    font-size: ${token.text.sm};
  }
  &::placeholder {
    color: ${token.color.textSubtle};
    opacity: 1;
  }
  /* The frame around field and button shows the focus, except in forced colors. */
  &:focus-visible {
    outline-color: transparent;
    @media (forced-colors: active) {
      outline-color: Highlight;
    }
  }
`;
