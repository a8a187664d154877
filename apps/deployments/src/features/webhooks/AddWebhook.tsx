/** The form that adds a webhook to a deployment. Asks before it discards what was typed. */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { Button, Checkbox, Stack, Text, TextInput } from '@slipway/design-system';
import { isWebhookTyped, type WebhookDraft } from '../../data/newWebhook';
import { isWebhookUrl, webhookEvents } from '../../data/webhooks';
import { eventName, t } from './messages';
import { UnsavedWebhook } from './UnsavedWebhook';

interface AddWebhookProps {
  draft: WebhookDraft;
  busy: boolean;
  /** The user asked to close the form. */
  isDiscardAsked: boolean;
  onChange: (draft: WebhookDraft) => void;
  onAdd: (webhook: WebhookDraft) => void;
  onKeep: () => void;
  /** Closes the form. */
  onDiscard: () => void;
}

export function AddWebhook({
  draft,
  busy,
  isDiscardAsked,
  onChange,
  onAdd,
  onKeep,
  onDiscard,
}: AddWebhookProps) {
  const { url, events } = draft;
  const [wasSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  const isValid = isWebhookUrl(url.trim());

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isValid) event.currentTarget.querySelector<HTMLElement>('[name=webhook-url]')?.focus();
    else if (events.length === 0) event.currentTarget.querySelector<HTMLElement>('[type=checkbox]')?.focus();
    else if (!busy) onAdd({ url: url.trim(), events });
  };

  return (
    <form ref={form} noValidate aria-label={t('addHook')} onSubmit={handleSubmit}>
      {/* A webhook that is being added is not lost. */}
      {isWebhookTyped(draft) && !busy && (
        <UnsavedWebhook isAsked={isDiscardAsked} onKeep={onKeep} onDiscard={onDiscard} />
      )}
      <Stack gap="md">
        <TextInput
          label={t('hookUrl')}
          name="webhook-url"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/slipway"
          hint={t('hookUrlHint')}
          value={url}
          {...(wasSubmitted && !isValid ? { error: t('hookUrlInvalid') } : {})}
          onChange={({ target }) => {
            onChange({ url: target.value, events });
          }}
        />
        <Stack as="ul" role="list" gap="sm" aria-label={t('hookEvents')}>
          {webhookEvents.map((event) => (
            <li key={event}>
              <Checkbox
                label={eventName(event)}
                checked={events.includes(event)}
                onChange={({ target }) => {
                  const next = webhookEvents.filter((each) =>
                    each === event ? target.checked : events.includes(each),
                  );
                  onChange({ url, events: next });
                }}
              />
            </li>
          ))}
        </Stack>
        <Text as="div" role="alert" size="sm" tone="danger">
          {wasSubmitted && events.length === 0 ? t('hookEventsNone') : undefined}
        </Text>
        <Stack direction="row">
          <Button type="submit" busy={busy}>
            {t('addHook')}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
