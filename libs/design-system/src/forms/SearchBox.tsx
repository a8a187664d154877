/** A search field. Enter searches at once; the clear button empties it and keeps the focus. */
import { type ComponentPropsWithRef, useRef } from 'react';
import styled from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../display/Icon';
import { messages } from '../messages';
import { token } from '../tokens';
import { controlLook } from './controlLook';

export interface SearchBoxProps extends Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'onSubmit' | 'ref'
> {
  label: string;
  clearLabel?: string;
  value: string;
  onValueChange: (value: string) => void;
  onSubmit?: () => void;
}

export function SearchBox({
  label,
  clearLabel = messages.clearSearch,
  value,
  onValueChange,
  onSubmit,
  ...rest
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Root
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      <Icon name="search" />
      <Control
        {...rest}
        ref={input}
        type="search"
        aria-label={label}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value);
        }}
      />
      {value !== '' && (
        <IconButton
          label={clearLabel}
          size="sm"
          onClick={() => {
            onValueChange('');
            input.current?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </IconButton>
      )}
    </Root>
  );
}

const Root = styled.form`
  position: relative;
  width: 100%;

  & > svg {
    position: absolute;
    inset-block: 0;
    inset-inline-start: ${token.space.md};
    margin-block: auto;
    color: ${token.color.textSubtle};
    pointer-events: none;
  }
  & > button {
    position: absolute;
    /* Inside of the edge of the field, on all sides. */
    inset-block: 0.25rem;
    inset-inline-end: 0.25rem;
    min-height: 0;
  }
`;

const Control = styled.input`
  ${controlLook}
  padding-inline: 2.375rem;
  appearance: none;

  &::-webkit-search-cancel-button {
    display: none;
  }
`;
