/** Edits the public details of an agent, with a checklist of the details that publishing requires. */
import { type SyntheticEvent, useId, useState } from 'react';
import { Button, Grid, Notice, Select, Stack, TextArea, TextInput } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import type { Agent, PublishDetails } from '../data/agents';
import { limits } from '../data/draft';
import {
  categories,
  type Check,
  isEqualPublishDraft,
  highestPrice,
  type PublishDraft,
  publishDraftOf,
  publishDetailsOf,
  MAX_TAGS,
  missingChecks,
  tagsIn,
  pricings,
} from '../data/publishDetails';
import { Checklist } from './Checklist';
import { DiscardQuestion } from './DiscardQuestion';
import { lifecycleOf } from '../data/lifecycle';
import { t as shared } from '../messages';
import { t } from '../features/publish/messages';

interface PublishDialogProps {
  agent: Agent;
  isBusy: boolean;
  /** Only for a creator without a display name. */
  onAddName: (() => void) | undefined;
  onPublish: (details: PublishDetails) => void;
  onClose: () => void;
}

export function PublishDialog({ agent, isBusy, onAddName, onPublish, onClose }: PublishDialogProps) {
  const form = useId();
  const [initial] = useState(() => publishDraftOf(agent));
  const [draft, setDraft] = useState(initial);
  const [isClosing, setClosing] = useState(false);
  // A listing that is being saved is not lost.
  const asks = !isEqualPublishDraft(draft, initial) && !isBusy;
  const change = (values: Partial<PublishDraft>) => {
    setDraft((current) => ({ ...current, ...values }));
  };
  const isPublished = lifecycleOf(agent) === 'published';
  const [wasSubmitted, setSubmitted] = useState(false);
  const missing = missingChecks(draft);
  const tagCount = tagsIn(draft.tags).length;
  const hasTooManyTags = tagCount > MAX_TAGS;
  const errorOf = (check: Check, message: string) =>
    wasSubmitted && missing.includes(check) ? { error: message } : {};
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const details = publishDetailsOf(draft);
    if (isBusy) return;
    setSubmitted(true);
    if (details) onPublish(details);
    else event.currentTarget.querySelector<HTMLElement>(`[name="${missing[0] ?? 'tags'}"]`)?.focus();
  };
  const handleClose = () => {
    if (asks) setClosing(true);
    else onClose();
  };
  return (
    <>
      {/* First, so that it also closes first: the dialog then returns the focus to the button that opened it. */}
      {asks && (
        <DiscardQuestion
          isAsked={isClosing}
          parameter="publish"
          onKeep={() => {
            setClosing(false);
          }}
          onDiscard={onClose}
        />
      )}
      <Dialog
        open
        kind="panel"
        title={t(isPublished ? 'editListingTitle' : 'publishTitle', { name: agent.name })}
        description={t('publishHint')}
        onClose={handleClose}
        actions={
          <>
            <Button onClick={handleClose}>{shared('cancel')}</Button>
            <Button type="submit" form={form} variant="primary" busy={isBusy}>
              {isPublished ? shared('save') : t('publishNow')}
            </Button>
          </>
        }
      >
        <form id={form} noValidate onSubmit={handleSubmit}>
          <Stack>
            <Checklist missing={missing} />
            {onAddName && (
              <Notice
                tone="warning"
                action={
                  <Button size="sm" onClick={onAddName}>
                    {t('addName')}
                  </Button>
                }
              >
                {t('noName')}
              </Notice>
            )}
            <TextArea
              label={shared('descriptionLabel')}
              name="description"
              {...errorOf('description', t('missingDescription'))}
              rows={3}
              characterLimit={limits.description}
              maxLength={limits.description}
              value={draft.description}
              onChange={({ target }) => {
                change({ description: target.value });
              }}
            />
            <Select
              label={t('category')}
              name="category"
              {...errorOf('category', t('missingCategory'))}
              placeholder={t('chooseCategory')}
              options={categories.map((value) => ({ value, label: t(`category-${value}`) }))}
              value={draft.category}
              onChange={({ target }) => {
                change({ category: categories.find((each) => each === target.value) ?? '' });
              }}
            />
            <TextInput
              label={t('tags')}
              name="tags"
              hint={t('tagsHint')}
              {...(hasTooManyTags ? { error: t('tooManyTags', { count: tagCount }) } : {})}
              maxLength={300}
              value={draft.tags}
              onChange={({ target }) => {
                change({ tags: target.value });
              }}
            />
            <Grid min="11rem">
              <Select
                label={t('pricing')}
                name={draft.pricing === '' ? 'price' : 'pricing'}
                {...(draft.pricing === '' ? errorOf('price', t('missingPricing')) : {})}
                placeholder={t('choosePricing')}
                options={pricings.map((value) => ({ value, label: t(`pricing-${value}`) }))}
                value={draft.pricing}
                onChange={({ target }) => {
                  change({ pricing: pricings.find((each) => each === target.value) ?? '' });
                }}
              />
              {draft.pricing !== '' && draft.pricing !== 'free' && (
                <TextInput
                  label={t('price')}
                  name="price"
                  {...errorOf('price', t('missingPrice'))}
                  type="number"
                  inputMode="decimal"
                  min={0}
                  max={highestPrice(draft.pricing)}
                  hint={t('priceHint')}
                  step="any"
                  value={draft.price}
                  onChange={({ target }) => {
                    change({ price: target.value });
                  }}
                />
              )}
            </Grid>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
