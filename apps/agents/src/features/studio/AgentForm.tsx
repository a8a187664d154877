/** The form of an agent, in the page and not before it. What is typed stays until it is stored, or given up. */
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import {
  Button,
  Card,
  Grid,
  Heading,
  Slider,
  Stack,
  TextArea,
  TextInput,
  toast,
} from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { useUnsaved } from '@slipway/platform';
import { type Draft, isSame, limits, type Problem, problemOf } from '../../data/draft';
import { t } from '../../messages';

interface AgentFormProps {
  title: string;
  submitLabel: string;
  /** What it begins with. */
  initial: Draft;
  isBusy: boolean;
  /** Another form wants its place. */
  isToLeave: boolean;
  onSubmit: (draft: Draft) => void;
  /** It goes on: nothing takes its place. */
  onStay: () => void;
  onClose: () => void;
}

export default function AgentForm({
  title,
  submitLabel,
  initial,
  isBusy,
  isToLeave,
  onSubmit,
  onStay,
  onClose,
}: AgentFormProps) {
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(initial);
  const [invalid, setInvalid] = useState<Problem['field']>();
  const [isCancelling, setCancelling] = useState(false);
  const isUnsaved = !isSame(draft, initial);
  const leaving = useUnsaved(isUnsaved);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  useEffect(() => {
    if (isToLeave && !isUnsaved) onClose();
  }, [isToLeave, isUnsaved, onClose]);

  const change = (values: Partial<Draft>) => {
    setInvalid(undefined);
    setDraft((current) => ({ ...current, ...values }));
  };
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const problem = problemOf(draft);
    setInvalid(problem?.field);
    if (!problem) {
      onSubmit(draft);
      return;
    }
    toast.error(t(problem.message), { id: 'agent-form' });
    form.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
  };
  const handleStay = () => {
    setCancelling(false);
    leaving.stay();
    onStay();
  };
  const handleCancel = () => {
    if (isUnsaved) setCancelling(true);
    else onClose();
  };

  return (
    <Card>
      <form ref={form} noValidate aria-labelledby={titleId} onSubmit={handleSubmit}>
        <Stack>
          <Heading level={2} size="lg" id={titleId}>
            {title}
          </Heading>
          <TextInput
            label={t('name')}
            name="name"
            required
            autoComplete="off"
            maxLength={limits.name}
            aria-invalid={invalid === 'name' || undefined}
            value={draft.name}
            onChange={({ target }) => {
              change({ name: target.value });
            }}
          />
          <TextArea
            label={t('descriptionLabel')}
            name="description"
            required
            rows={3}
            hint={t('descriptionHint')}
            characterLimit={limits.description}
            maxLength={limits.description}
            aria-invalid={invalid === 'description' || undefined}
            value={draft.description}
            onChange={({ target }) => {
              change({ description: target.value });
            }}
          />
          <TextArea
            label={t('prompt')}
            name="prompt"
            rows={6}
            hint={t('promptHint')}
            characterLimit={limits.prompt}
            maxLength={limits.prompt}
            value={draft.prompt}
            onChange={({ target }) => {
              change({ prompt: target.value });
            }}
          />
          <Grid min="16rem">
            <Slider
              label={t('temperature')}
              numberLabel={t('temperatureNumber')}
              hint={t('temperatureHint')}
              {...limits.temperature}
              value={draft.temperature}
              onValueChange={(temperature) => {
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
              aria-invalid={invalid === 'maxTokens' || undefined}
              value={draft.maxTokens}
              onChange={({ target }) => {
                change({ maxTokens: target.value });
              }}
            />
          </Grid>
          <Stack direction="row" gap="sm" justify="end" wrap>
            <Button onClick={handleCancel}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" busy={isBusy}>
              {submitLabel}
            </Button>
          </Stack>
        </Stack>
      </form>
      <Dialog
        open={isUnsaved && (isCancelling || isToLeave || leaving.isAsked)}
        size="sm"
        title={t('discardTitle')}
        description={t('discardText')}
        onClose={handleStay}
        actions={
          <>
            <Button onClick={handleStay}>{t('keepWriting')}</Button>
            <Button
              variant="danger"
              onClick={() => {
                leaving.leave();
                onClose();
              }}
            >
              {t('discard')}
            </Button>
          </>
        }
      />
    </Card>
  );
}
