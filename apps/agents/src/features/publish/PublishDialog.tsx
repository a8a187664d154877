/** Edits the public details of an agent, with a checklist of the details that publishing requires. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Grid, Notice, Select, TextArea, TextInput, toast } from '@slipway/design-system';
import { AppError } from '@slipway/contracts';
import type { Agent } from '../../data/agents';
import { limits } from '../../data/draft';
import { type Listing, listingQueries, publishAgent } from '../../data/listing';
import { isPendingDeletion } from '../../data/pendingDeletion';
import {
  categories,
  type Check,
  highestPrice,
  missingChecks,
  type PublishDraft,
  pricings,
} from '../../data/publishDetails';
import { MAX_TAGS, publishDetailsOf, tagsIn } from '../../data/publishedColumns';
import { Checklist } from '../../components/Checklist';
import { lifecycleOf } from '../../data/lifecycle';
import { StoredFormDialog } from '../stored-form/StoredFormDialog';
import { useStoredForm } from '../stored-form/useStoredForm';
import type { ToastOptions } from '../stored-form/wayBack';
import { t as shared } from '../../messages';
import { t } from './messages';

interface PublishDialogProps {
  agent: Agent;
  /** Only for a creator without a display name. */
  onAddName: (() => void) | undefined;
  onPublished: () => void;
  /** Shows why nothing was published. `options` are those of the toast. */
  onFailure: (error: Error, failure: string, options?: ToastOptions) => void;
  onClose: () => void;
}

/** Until the listing is read. */
const none: Listing = { draft: { description: '', category: '', tags: '', pricing: '', price: '' } };

const publish = (agent: Agent, draft: PublishDraft, etag: string) => {
  const details = publishDetailsOf(draft);
  if (!details) throw new AppError('invalid_input', 'The form was not checked');
  return publishAgent({ agent, details, etag });
};

export function PublishDialog({ agent, onAddName, onPublished, onFailure, onClose }: PublishDialogProps) {
  const queryClient = useQueryClient();
  const options = listingQueries.listing(agent);
  const listing = useQuery(options);
  // Fixed when the dialog opens: a refetch of the list before it closes would change its title and button for a moment.
  const [isPublished] = useState(lifecycleOf(agent) === 'published');
  const failure = isPublished ? shared('saveFailed') : t('publishFailed');
  const { form, isBusy, isReading, submit } = useStoredForm({
    parameter: 'publish',
    id: agent.id,
    query: listing,
    none,
    save: (input, etag) => publish(agent, input, etag),
    onSaved: () => {
      toast.success(isPublished ? shared('saved') : t('published'));
      onPublished();
    },
    onNewer: (newer) => queryClient.setQueryData(options.queryKey, newer),
    failure,
    onFailure: (error, toastOptions) => {
      onFailure(error, isPendingDeletion(error) ? t('publishDeletion') : failure, toastOptions);
    },
    onClose,
  });
  const { draft, setDraft } = form;
  const change = (values: Partial<PublishDraft>) => {
    setDraft((current) => ({ ...current, ...values }));
  };
  const [wasSubmitted, setSubmitted] = useState(false);
  const missing = missingChecks(draft);
  const tagCount = tagsIn(draft.tags).length;
  const hasTooManyTags = tagCount > MAX_TAGS;
  const errorOf = (check: Check, message: string) =>
    wasSubmitted && missing.includes(check) ? { error: message } : {};
  const firstField = useRef<HTMLTextAreaElement>(null);
  const lacksName = onAddName !== undefined;
  const lackedName = useRef(lacksName);
  useLayoutEffect(() => {
    // The notice was removed, and its button had the focus.
    if (lackedName.current && !lacksName && document.activeElement === document.body)
      firstField.current?.focus();
    lackedName.current = lacksName;
  }, [lacksName]);
  const handleSubmit = (element: HTMLFormElement) => {
    setSubmitted(true);
    if (publishDetailsOf(draft)) submit();
    else element.querySelector<HTMLElement>(`[name="${missing[0] ?? 'tags'}"]`)?.focus();
  };
  return (
    <StoredFormDialog
      title={t(isPublished ? 'editListingTitle' : 'publishTitle', { name: agent.name })}
      description={t('publishHint')}
      parameter="publish"
      query={listing}
      failure={t('listingLoadFailed')}
      form={form}
      names={{
        ...{ description: shared('descriptionLabel'), category: t('category'), tags: t('tags') },
        ...{ pricing: t('pricing'), price: t('price') },
      }}
      submitLabel={isPublished ? shared('save') : t('publishNow')}
      isBusy={isBusy}
      isReading={isReading}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
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
        ref={firstField}
        label={shared('descriptionLabel')}
        name="description"
        dir="auto"
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
        dir="auto"
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
    </StoredFormDialog>
  );
}
