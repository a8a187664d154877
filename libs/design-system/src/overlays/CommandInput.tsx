/** The search box of a command menu. It keeps the focus; `activeId` is the selected option. */
import type { KeyboardEvent } from 'react';
import styled from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import { token } from '../tokens';

export interface CommandInputProps {
  label: string;
  placeholder: string;
  /** The id of the listbox. */
  listId: string;
  /** The id of the selected option. */
  activeId: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** On touch screens, which have no Escape, a button calls it. */
  onClose: () => void;
}

export function CommandInput({
  label,
  placeholder,
  listId,
  activeId,
  value,
  onValueChange,
  onKeyDown,
  onClose,
}: CommandInputProps) {
  return (
    <Box>
      <Icon name="search" size={18} />
      <input
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <IconButton label={messages.close} size="sm" onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </Box>
  );
}

const Box = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space.md};
  padding-inline: ${token.space.lg};
  border-block-end: 1px solid ${token.color.border};
  color: ${token.color.textSubtle};

  & > svg {
    flex: none;
  }
  & > button {
    flex: none;
    margin-inline-end: calc(-1 * ${token.space.sm});
  }
  @media (pointer: fine) {
    & > button {
      display: none;
    }
  }
  & > input {
    flex: 1;
    min-width: 0;
    min-height: 3.25rem;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    color: ${token.color.text};
  }
  & > input::placeholder {
    color: ${token.color.textSubtle};
    opacity: 1;
  }
`;
