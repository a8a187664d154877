/** The dialog for a new deployment. It stays open with its values until the deployment is created, and has them when it is opened again. */
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useUnsentInput } from '@slipway/data';
import { Button, Notice, Select, Stack, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import type { OfferedAgent } from '../../data/agents';
import { type Deployment, endpointOf } from '../../data/deployments';
import { nameError } from '../../data/deploymentName';
import { t as shared } from '../../messages';
import { t } from './messages';
import { QuoteSummary } from './QuoteSummary';
import { UnsavedDeployment } from './UnsavedDeployment';
import { NEW_DEPLOYMENT, useCreate } from './useCreate';

export interface NewDeploymentProps {
  /** Undefined until loaded. */
  agents: readonly OfferedAgent[] | undefined;
  /** Whether they could not be loaded. */
  hasFailed: boolean;
  /** Whether they are being loaded. */
  isFetching: boolean;
  onRetry: () => Promise<unknown>;
  /** The ids of agents that run on their creator's site. */
  external: ReadonlySet<string>;
  /** Preselected, if it is among `agents`. */
  suggestedAgent: string | null;
  /** Shows the deployment and its key. The form stays busy until the promise settles. */
  onCreated: (row: Deployment, apiKey: string) => Promise<void>;
  onClose: () => void;
}

/** The form of an agent's id. Any other `suggestedAgent` is ignored. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function NewDeployment({
  agents,
  hasFailed,
  isFetching,
  onRetry,
  external,
  suggestedAgent,
  onCreated,
  onClose,
}: NewDeploymentProps) {
  const form = useId();
  const { input, isBusy, rejectedName, create } = useCreate(onCreated);
  const [name, setName] = useState(input?.name ?? '');
  const [chosen, setChosen] = useState(input?.agent_id);
  const sent = input?.api_key === undefined ? undefined : input;
  const [wasSubmitted, setSubmitted] = useState(sent !== undefined);
  const [submittedName, setSubmittedName] = useState(sent?.name);
  const [isDiscardAsked, setDiscardAsked] = useState(false);

  const isMissing =
    UUID.test(suggestedAgent ?? '') &&
    chosen === undefined &&
    agents !== undefined &&
    !isFetching &&
    !agents.some(({ id }) => id === suggestedAgent);
  // The cached list may lack an agent that was just published. Refetch it once.
  const [wasReadAgain, setReadAgain] = useState(false);
  const isReading = useRef(false);
  const readAgain = useEffectEvent(async () => {
    isReading.current = true;
    await onRetry();
    setReadAgain(true);
  });
  useEffect(() => {
    if (isMissing && !isReading.current) void readAgain();
  }, [isMissing]);
  const isUnavailable = isMissing && wasReadAgain;
  const trimmed = name.trim();
  const agentId = chosen ?? agents?.find(({ id }) => id === suggestedAgent)?.id ?? '';
  const invalid = nameError(trimmed);
  const shownError = invalid ?? (submittedName === trimmed ? rejectedName : undefined);

  // Focus a rejected name, so that a screen reader reads the error there.
  const nameField = useRef<HTMLInputElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && rejectedName) nameField.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy, rejectedName]);

  // No question while the deployment is being created: a failure brings the input back.
  const isUnsaved = trimmed !== '' && !isBusy;
  useUnsentInput(NEW_DEPLOYMENT, isUnsaved ? { name, agent_id: chosen } : undefined);
  const handleClose = () => {
    if (isUnsaved) setDiscardAsked(true);
    else onClose();
  };

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setSubmitted(true);
    if (invalid) event.currentTarget.querySelector('input')?.focus();
    else if (agentId === '') event.currentTarget.querySelector('select')?.focus();
    else {
      setSubmittedName(trimmed);
      create(trimmed, agentId);
    }
  };

  return (
    <>
      {/* First, so that it also closes first: the dialog then returns the focus to the button that opened it. */}
      {isUnsaved && (
        <UnsavedDeployment
          isAsked={isDiscardAsked}
          onKeep={() => {
            setDiscardAsked(false);
          }}
          onDiscard={onClose}
        />
      )}
      <Dialog
        open
        kind="panel"
        title={shared('new')}
        description={t('newHint')}
        onClose={handleClose}
        actions={
          <>
            <Button onClick={handleClose}>{shared('cancel')}</Button>
            <Button type="submit" form={form} variant="primary" busy={isBusy}>
              {t('create')}
            </Button>
          </>
        }
      >
        <form id={form} noValidate onSubmit={handleSubmit}>
          <Stack>
            <TextInput
              ref={nameField}
              label={t('name')}
              name="name"
              required
              autoComplete="off"
              spellCheck={false}
              placeholder={t('nameHint')}
              // The error replaces the hint, so that nothing moves.
              hint={shownError ? undefined : t('endpointPreview', { url: endpointOf(trimmed) })}
              error={wasSubmitted && shownError ? t(shownError) : undefined}
              value={name}
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
            <Select
              label={t('agent')}
              name="agent"
              required
              placeholder={t(
                agents
                  ? agents.length === 0
                    ? 'noAgents'
                    : 'chooseAgent'
                  : hasFailed
                    ? 'agentsFailed'
                    : 'loadingAgents',
              )}
              hint={external.has(agentId) ? shared('externalText') : undefined}
              options={(agents ?? []).map(({ id, name: label }) => ({
                value: id,
                label: external.has(id) ? t('externalAgent', { name: label }) : label,
              }))}
              error={wasSubmitted && agentId === '' ? t('agentMissing') : undefined}
              value={agentId}
              onChange={(event) => {
                setChosen(event.target.value);
              }}
            />
            {isUnavailable && <Notice tone="info">{t('agentUnavailable')}</Notice>}
            {!agents && hasFailed && (
              <Notice
                tone="warning"
                action={
                  <Button size="sm" busy={isFetching} onClick={() => void onRetry()}>
                    {shared('tryAgain')}
                  </Button>
                }
              >
                {t('agentsFailed')}
              </Notice>
            )}
            {agentId !== '' && !external.has(agentId) && <QuoteSummary agentId={agentId} />}
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
