/** A panel with a form of stored values. Asks before it discards unsaved input, and says when they were changed elsewhere. */
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Stored, useDraft } from '@slipway/data';
import { Button, SkeletonText, Stack } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import { isDeleted } from '../../data/agents';
import { ChangedElsewhere } from '../../components/ChangedElsewhere';
import { UnsavedForm } from '../../components/UnsavedForm';
import { t as shared } from '../../messages';
import { t } from '../agent-form/messages';

interface StoredFormDialogProps<Draft extends object> {
  title: string;
  description: string;
  /** The parameter of the address that holds the dialog open. */
  parameter: string;
  query: UseQueryResult<Stored<Draft>>;
  /** Shown when the values cannot be read. */
  failure: string;
  form: ReturnType<typeof useDraft<Draft>>;
  /** The labels of the fields. */
  names: Readonly<Record<keyof Draft, string>>;
  submitLabel: string;
  /** It is being saved. */
  isBusy: boolean;
  /** The saved values are being read again. */
  isReading: boolean;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

export function StoredFormDialog<Draft extends object>({
  title,
  description,
  parameter,
  query,
  failure,
  form: { isUnsaved, replaces, load, loads },
  names,
  submitLabel,
  isBusy,
  isReading,
  onSubmit,
  onClose,
  children,
}: StoredFormDialogProps<Draft>) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  // Read here: the content of the dialog may render only after the query has failed, and React Query reports only changes of
  // what has been read.
  const isRead = query.status === 'success';
  const wasRead = useRef(isRead);
  /** An action that waits until the user has discarded the changes. */
  const [asked, setAsked] = useState<'close' | 'load'>();
  // Input that is being saved is not lost.
  const asks = isUnsaved && !isBusy;

  useEffect(() => {
    // On a short screen the notice may be out of view. jsdom has no `scrollIntoView`.
    if (replaces) notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [replaces]);

  const focusFirstField = () => form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  useEffect(() => {
    // The focus is still on the title, unless the user has moved it.
    if (isRead && !wasRead.current && document.activeElement?.matches('dialog h2')) focusFirstField();
    wasRead.current = isRead;
  }, [isRead]);

  useEffect(() => {
    if (loads > 0) focusFirstField();
  }, [loads]);

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && !isReading) onSubmit(event.currentTarget);
  };
  const handleClose = () => {
    if (asks) setAsked('close');
    else onClose();
  };
  const handleLoad = () => {
    setAsked(undefined);
    load();
  };
  const handleLoadPress = () => {
    if (asks) setAsked('load');
    else handleLoad();
  };
  return (
    <>
      {/* First, so that it also closes first: the dialog then returns the focus to the button that opened it. */}
      {asks && (
        <UnsavedForm
          isAsked={asked !== undefined}
          parameter={parameter}
          onKeep={() => {
            setAsked(undefined);
          }}
          onDiscard={asked === 'load' ? handleLoad : onClose}
        />
      )}
      <Dialog
        open
        kind="panel"
        title={title}
        description={description}
        startsAtTitle={!isRead}
        onClose={handleClose}
        actions={
          isRead && (
            <>
              <Button onClick={handleClose}>{shared('cancel')}</Button>
              <Button type="submit" form={id} variant="primary" busy={isBusy || isReading}>
                {replaces ? t('saveAnyway') : submitLabel}
              </Button>
            </>
          )
        }
      >
        <QueryPanel
          query={query}
          failure={isDeleted(query.error) ? shared('wasDeleted') : failure}
          waiting={<SkeletonText lines={6} />}
        >
          {() => (
            <form ref={form} id={id} noValidate onSubmit={handleSubmit}>
              <Stack>
                {children}
                {replaces && (
                  <div ref={notice}>
                    <ChangedElsewhere
                      replaces={replaces.map((field) => names[field])}
                      onLoad={handleLoadPress}
                    />
                  </div>
                )}
              </Stack>
            </form>
          )}
        </QueryPanel>
      </Dialog>
    </>
  );
}
