/** The dialog that makes a deployment. It stays, with what was entered, until there is one. */
import { type SyntheticEvent, useId, useState } from 'react';
import { Button, Select, Stack, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import type { OfferedAgent } from '../../data/agents';
import { endpointOf } from '../../data/deployments';
import { nameProblem } from '../../data/deploymentName';
import { t } from '../../messages';

export interface NewDeploymentProps {
  agents: readonly OfferedAgent[];
  /** The ids of those that run elsewhere. */
  external: ReadonlySet<string>;
  /** The agent that is chosen to begin with, when it is offered. */
  suggestedAgent: string | null;
  isBusy: boolean;
  /** The last try failed because of the name. */
  isNameTaken: boolean;
  onCreate: (values: { name: string; agentId: string }) => void;
  onClose: () => void;
}

export function NewDeployment({
  agents,
  external,
  suggestedAgent,
  isBusy,
  isNameTaken,
  onCreate,
  onClose,
}: NewDeploymentProps) {
  const form = useId();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [wasSent, setSent] = useState(false);
  const [taken, setTaken] = useState<string>();

  const trimmed = name.trim();
  const agentId = chosen ?? agents.find(({ id }) => id === suggestedAgent)?.id ?? '';
  const problem = nameProblem(trimmed);
  const nameError = problem ?? (isNameTaken && taken === trimmed ? 'nameTaken' : undefined);

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setSent(true);
    if (problem) event.currentTarget.querySelector('input')?.focus();
    else if (agentId === '') event.currentTarget.querySelector('select')?.focus();
    else {
      setTaken(trimmed);
      onCreate({ name: trimmed, agentId });
    }
  };

  return (
    <Dialog
      open
      title={t('new')}
      description={t('newHint')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={isBusy}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={handleSubmit}>
        <Stack>
          <TextInput
            label={t('name')}
            name="name"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder={t('nameHint')}
            hint={problem ? undefined : t('willAnswerAt', { url: endpointOf(trimmed) })}
            error={wasSent && nameError ? t(nameError) : undefined}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
          <Select
            label={t('agent')}
            name="agent"
            required
            placeholder={agents.length === 0 ? t('noAgents') : t('chooseAgent')}
            hint={external.has(agentId) ? t('externalText') : undefined}
            options={agents.map(({ id, name: label }) => ({
              value: id,
              label: external.has(id) ? t('externalAgent', { name: label }) : label,
            }))}
            error={wasSent && agentId === '' ? t('agentMissing') : undefined}
            value={agentId}
            onChange={(event) => {
              setChosen(event.target.value);
            }}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
