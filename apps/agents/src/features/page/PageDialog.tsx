/** Edits the page of an agent in the marketplace: color, README and example prompts. */
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AgentCover, ColorPicker, pictureColors, TextArea, toast } from '@slipway/design-system';
import { PictureField } from '@slipway/design-system/pictures';
import { AppError, isAppError } from '@slipway/contracts';
import { pictureUrl, removePicture, savePicture } from '@slipway/data';
import { accessToken } from '@slipway/session';
import { type Agent, agentQueries, isDeleted } from '../../data/agents';
import {
  type AgentPage,
  areExamples,
  examplesIn,
  MAX_EXAMPLE,
  MAX_EXAMPLES,
  MAX_README,
  type PageDraft,
  pageQueries,
  savePage,
} from '../../data/agentPage';
import { StoredFormDialog } from '../stored-form/StoredFormDialog';
import { useStoredForm } from '../stored-form/useStoredForm';
import type { ToastOptions } from '../stored-form/wayBack';
import { t as shared } from '../../messages';
import { colorNames, pictureTexts, t } from './messages';

interface PageDialogProps {
  agent: Agent;
  /** Shows why the page was not saved. `options` are those of the toast. */
  onFailure: (error: Error, failure: string, options?: ToastOptions) => void;
  onClose: () => void;
}

/** Until the page is read. */
const none: AgentPage = { draft: { color: null, readme: '', examples: '' }, icon: null };

export function PageDialog({ agent, onFailure, onClose }: PageDialogProps) {
  const queryClient = useQueryClient();
  const options = pageQueries.page(agent.id);
  const page = useQuery(options);
  const { stored, form, isBusy, isReading, submit } = useStoredForm({
    parameter: 'page',
    id: agent.id,
    query: page,
    none,
    save: (input, etag) => savePage({ id: agent.id, draft: input, etag }),
    onSaved: () => {
      toast.success(t('pageSaved'));
      void queryClient.invalidateQueries();
    },
    onNewer: (newer) => queryClient.setQueryData(options.queryKey, newer),
    failure: t('pageFailed'),
    onFailure: (error, toastOptions) => {
      onFailure(error, t('pageFailed'), toastOptions);
    },
    onClose,
  });
  const { draft, setDraft } = form;
  const change = (values: Partial<PageDraft>) => {
    setDraft((current) => ({ ...current, ...values }));
  };
  const [wasSubmitted, setSubmitted] = useState(false);
  const isValid = areExamples(examplesIn(draft.examples));
  const limit = { count: MAX_EXAMPLES, length: MAX_EXAMPLE };
  const color = pictureColors.find((each) => each === draft.color) ?? null;
  const handleSubmit = (element: HTMLFormElement) => {
    setSubmitted(true);
    if (isValid) submit();
    else element.querySelector<HTMLElement>('[name=examples]')?.focus();
  };
  return (
    <StoredFormDialog
      title={t('pageTitle', { name: agent.name })}
      description={t('pageText')}
      parameter="page"
      query={page}
      failure={t('pageLoadFailed')}
      form={form}
      names={{ color: t('pageColor'), readme: t('readme'), examples: t('examples') }}
      submitLabel={shared('save')}
      isBusy={isBusy}
      isReading={isReading}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <AgentCover name={agent.name} category={agent.category} color={color} src={pictureUrl(stored.icon)} />
      <IconField agent={agent} icon={stored.icon} onFailure={onFailure} />
      <ColorPicker
        label={t('pageColor')}
        value={color}
        seed={agent.name}
        names={colorNames()}
        onChange={(next) => {
          change({ color: next });
        }}
      />
      <TextArea
        label={t('readme')}
        name="readme"
        hint={t('readmeHint')}
        dir="auto"
        rows={10}
        characterLimit={MAX_README}
        maxLength={MAX_README}
        value={draft.readme}
        onChange={({ target }) => {
          change({ readme: target.value });
        }}
      />
      <TextArea
        label={t('examples')}
        name="examples"
        hint={t('examplesHint', { count: MAX_EXAMPLES })}
        dir="auto"
        rows={4}
        value={draft.examples}
        {...(wasSubmitted && !isValid ? { error: t('examplesInvalid', limit) } : {})}
        onChange={({ target }) => {
          change({ examples: target.value });
        }}
      />
    </StoredFormDialog>
  );
}

interface IconFieldProps extends Pick<PageDialogProps, 'agent' | 'onFailure'> {
  icon: string | null;
}

function IconField({ agent, icon, onFailure }: IconFieldProps) {
  const queryClient = useQueryClient();
  const { queryKey } = pageQueries.page(agent.id);
  const change = async (save: () => Promise<string | null>) => {
    try {
      const next = await save();
      queryClient.setQueryData(queryKey, (page) => page && { ...page, icon: next });
      void queryClient.invalidateQueries({ queryKey: [...agentQueries.all(), 'list'] });
    } catch (error) {
      if (error instanceof Error && isDeleted(error)) onFailure(error, t('picture-deleted'));
      throw error;
    }
  };
  return (
    <PictureField
      label={t('icon')}
      hint={t('iconHint')}
      hasPicture={icon !== null}
      texts={pictureTexts()}
      onSave={(file) => change(async () => savePicture(file, await accessToken(), agent.id))}
      onRemove={() =>
        change(async () => {
          // An earlier shell returns nothing.
          const isRemoved: unknown = await removePicture(agent.id);
          if (isRemoved === false) throw new AppError('not_found', 'Agent not found');
          return null;
        })
      }
      failureText={(error) => {
        if (isDeleted(error)) return t('picture-deleted');
        return t(isAppError(error) && error.code === 'rate_limited' ? 'picture-limit' : 'picture-failed');
      }}
    />
  );
}
