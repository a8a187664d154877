/** The agent form, inline in the page. Asks before it discards unsaved input. One piece: its fields share one draft. */
import { type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useDraft, useUnsentInput } from '@slipway/data';
import {
  Button,
  Card,
  Grid,
  Heading,
  Stack,
  TextArea,
  TextInput,
  useFieldError,
} from '@slipway/design-system';
import type { Configuration } from '../../data/configuration';
import { AGENT_FORM, type Draft, limits } from '../../data/draft';
import { type FieldError, firstError } from '../../data/draftErrors';
import { t as shared } from '../../messages';
import { t } from './messages';
import { fieldNames } from './fieldNames';
import { ChangedElsewhere } from '../../components/ChangedElsewhere';
import { AdvancedFields } from '../../components/AdvancedFields';
import { reportUnaddedServer } from '../tools/reportUnaddedServer';
import { ToolsFields } from '../tools/ToolsFields';
import { UnsavedForm } from '../../components/UnsavedForm';
import { ChangelogField } from '../../components/ChangelogField';
import { TemperatureField } from '../../components/TemperatureField';

interface AgentFormProps {
  title: string;
  submitLabel: string;
  /** The stored values. Newer ones replace them when the agent was changed elsewhere; the user's input is kept. */
  initial: Configuration;
  /** The initial input, if it differs from the stored values. */
  typed: Draft | undefined;
  isBusy: boolean;
  /** An existing agent: it can have tools, and its new configuration is a new version, which the creator describes. */
  agentId: string | undefined;
  /** Another form replaces this one as soon as the changes are discarded. */
  isDiscardPending: boolean;
  onSubmit: (draft: Draft) => void;
  /** Called when the user keeps this form instead of replacing it. */
  onKeepEditing: () => void;
  onClose: () => void;
  /** Called before the first frame with the form. */
  onRendered?: () => void;
}

export function AgentForm({
  title,
  submitLabel,
  initial,
  typed,
  isBusy,
  agentId,
  isDiscardPending,
  onSubmit,
  onKeepEditing,
  onClose,
  onRendered,
}: AgentFormProps) {
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { draft, setDraft, isUnsaved, replaces, load, loads } = useDraft(
    initial,
    typed && { draft: typed, initial },
  );
  const { markOf, show, clear } = useFieldError<FieldError['field']>();
  const [isServerTyped, setServerTyped] = useState(false);
  // No question while the input is being saved: a failure brings it back.
  const asks = (isUnsaved || isServerTyped) && !isBusy;
  // Also during a save: the session may expire before the response.
  useUnsentInput(AGENT_FORM, asks || isBusy ? { initial, typed: draft, agentId } : undefined);
  /** An action that waits until the user has discarded the changes. */
  const [asked, setAsked] = useState<'close' | 'load'>();

  useLayoutEffect(() => onRendered?.(), [onRendered]);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, [loads]);
  useEffect(() => {
    if (isDiscardPending && !asks) onClose();
  }, [isDiscardPending, asks, onClose]);

  const change = (values: Partial<Draft>) => {
    clear();
    setDraft((current) => ({ ...current, ...values }));
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || reportUnaddedServer(event.currentTarget)) return;
    const error = firstError(draft);
    if (!error) {
      clear();
      onSubmit(draft);
      return;
    }
    show(error.field, t(error.message));
    form.current?.querySelector<HTMLElement>(`[name="${error.field}"]`)?.focus();
  };
  const handleKeepEditing = () => {
    setAsked(undefined);
    onKeepEditing();
  };
  const handleCancel = () => {
    if (asks) setAsked('close');
    else onClose();
  };
  const handleLoad = () => {
    setAsked(undefined);
    clear();
    load();
  };
  const handleLoadPress = () => {
    if (isUnsaved) setAsked('load');
    else handleLoad();
  };

  return (
    <Card>
      <form ref={form} noValidate aria-labelledby={titleId} onSubmit={handleSubmit}>
        <Stack>
          <Heading level={2} size="lg" id={titleId}>
            {title}
          </Heading>
          <TextInput
            label={shared('name')}
            name="name"
            dir="auto"
            required
            autoComplete="off"
            maxLength={limits.name}
            {...markOf('name')}
            value={draft.name}
            onChange={({ target }) => {
              change({ name: target.value });
            }}
          />
          <TextArea
            label={shared('descriptionLabel')}
            name="description"
            dir="auto"
            required
            rows={3}
            hint={t('descriptionHint')}
            characterLimit={limits.description}
            maxLength={limits.description}
            {...markOf('description')}
            value={draft.description}
            onChange={({ target }) => {
              change({ description: target.value });
            }}
          />
          <TextArea
            label={t('prompt')}
            name="prompt"
            dir="auto"
            rows={6}
            hint={t('promptHint')}
            characterLimit={limits.prompt}
            maxLength={limits.prompt}
            value={draft.prompt}
            onChange={({ target }) => {
              change({ prompt: target.value });
            }}
          />
          <Grid min="16rem" count={2}>
            <TemperatureField
              value={draft.temperature}
              mark={markOf('temperature')}
              onChange={(temperature) => {
                change({ temperature });
              }}
            />
            <TextInput
              label={t('maxTokens')}
              name="maxTokens"
              type="number"
              inputMode="numeric"
              {...limits.maxTokens}
              hint={t('maxTokensHint')}
              {...markOf('maxTokens')}
              value={draft.maxTokens}
              onChange={({ target }) => {
                change({ maxTokens: target.value });
              }}
            />
          </Grid>
          <AdvancedFields draft={draft} noticeMark={markOf('noticeDays')} onChange={change} />
          {agentId !== undefined && (
            <>
              <ToolsFields
                agentId={agentId}
                tools={draft.tools}
                onChange={change}
                onServerTyped={setServerTyped}
              />
              <ChangelogField value={draft.changelog} onChange={change} />
            </>
          )}
          {replaces && (
            <ChangedElsewhere
              replaces={replaces.map((field) => fieldNames()[field])}
              onLoad={handleLoadPress}
            />
          )}
          <Stack direction="row" gap="sm" justify="end" wrap data-actions="">
            <Button onClick={handleCancel}>{shared('cancel')}</Button>
            <Button type="submit" variant="primary" busy={isBusy}>
              {replaces ? t('saveAnyway') : submitLabel}
            </Button>
          </Stack>
        </Stack>
      </form>
      {asks && (
        <UnsavedForm
          isAsked={asked !== undefined || isDiscardPending}
          onKeep={handleKeepEditing}
          onDiscard={asked === 'load' ? handleLoad : onClose}
        />
      )}
    </Card>
  );
}
