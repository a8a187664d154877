/**
 * Chooses, replaces and removes an uploaded picture. Changes are saved immediately; an error message says what to do.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/Button';
import { toast } from '../feedback/toast';
import { Text } from '../text/Text';
import { token } from '../tokens';
import { type PictureError, squarePicture, UnusablePicture } from './squarePicture';

export interface PictureFieldProps {
  label: string;
  hint: string;
  /** Whether there is a picture to remove. */
  hasPicture: boolean;
  /** The picture or the generated one, unless another part of the page shows it. */
  children?: ReactNode;
  texts: Readonly<Record<PictureError | 'choose' | 'replace' | 'remove', string>>;
  /** Saves a square picture. Rejects when it was not saved. */
  onSave: (picture: Blob) => Promise<void>;
  onRemove: () => Promise<void>;
  /** The error message for a rejection of `onSave` or `onRemove`. */
  failureText: (error: unknown) => string;
}

export function PictureField(props: PictureFieldProps) {
  const { label, hint, hasPicture, children, texts, onSave, onRemove, failureText } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState<'save' | 'remove'>();
  const [error, setError] = useState<string>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const run = async (kind: 'save' | 'remove', work: () => Promise<void>) => {
    setBusy(kind);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      const text = reason instanceof UnusablePicture ? texts[reason.reason] : failureText(reason);
      // The form is closed: only a toast can show the error.
      if (isShown.current) setError(text);
      else toast.error(text);
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <Root role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <Text id={id} size="sm" weight="medium">
        {label}
      </Text>
      <Row>
        {children}
        <Button
          ref={choose}
          size="sm"
          busy={busy === 'save'}
          onClick={() => {
            if (!busy) input.current?.click();
          }}
        >
          {hasPicture ? texts.replace : texts.choose}
        </Button>
        {hasPicture && (
          <Button
            size="sm"
            variant="quiet"
            busy={busy === 'remove'}
            onClick={() => {
              if (busy) return;
              choose.current?.focus();
              void run('remove', onRemove);
            }}
          >
            {texts.remove}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          onChange={({ target }) => {
            const file = target.files?.[0];
            // The same file can be chosen again after an error.
            target.value = '';
            if (file) void run('save', async () => onSave(await squarePicture(file)));
          }}
        />
      </Row>
      <Foot data-invalid={error === undefined ? undefined : ''}>
        <Text as="div" role="alert" size="sm" tone="danger">
          {error}
        </Text>
        <Text as="div" id={`${id}-hint`} size="sm" tone="subtle">
          {hint}
        </Text>
      </Foot>
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  gap: 0.375rem;
  min-width: 0;
`;

/** The error replaces the hint, which keeps its space, so that nothing below moves. */
const Foot = styled.div`
  display: grid;
  margin-block-start: 0.375rem;

  & > * {
    grid-area: 1 / 1;
  }
  &[data-invalid] > :last-child {
    visibility: hidden;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space.md};
`;
