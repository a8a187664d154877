/** Edits the page of an agent in the marketplace: color, README and example prompts. */
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AgentCover, ColorPicker, pictureColors, TextArea, toast } from '@slipway/design-system';
import { PictureField } from '@slipway/design-system/pictures';
import { AppError, isAppError } from '@slipway/contracts';
import { pictureUrl, removePicture, savePicture, useDraft, useExclusiveMutation } from '@slipway/data';
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
import { t as shared } from '../../messages';
import { colorNames, pictureTexts, t } from './messages';

interface PageDialogProps {
  agent: Agent;
  /** The page was not saved: says why. */
  onFailure: (error: Error, failure: string) => void;
  onClose: () => void;
}

/** Until the page is read. */
const none: AgentPage = { draft: { color: null, readme: '', examples: '' }, icon: null };

export function PageDialog({ agent, onFailure, onClose }: PageDialogProps) {
  const options = pageQueries.page(agent.id);
  const page = useQuery(options);
  const stored = page.data ?? none;
  const form = useDraft(stored);
  const { draft, setDraft } = form;
  const change = (values: Partial<PageDraft>) => {
    setDraft((current) => ({ ...current, ...values }));
  };
  const [wasSubmitted, setSubmitted] = useState(false);
  const isValid = areExamples(examplesIn(draft.examples));
  const limit = { count: MAX_EXAMPLES, length: MAX_EXAMPLE };
  const color = pictureColors.find((each) => each === draft.color) ?? null;
  const queryClient = useQueryClient();
  const save = useExclusiveMutation({
    mutationKey: ['own-agents', 'page'],
    mutationFn: savePage,
    onSuccess: (newer) => {
      // Nothing was saved: the form shows a notice.
      if (newer) {
        queryClient.setQueryData(options.queryKey, newer);
        return;
      }
      toast.success(t('pageSaved'));
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      onFailure(error, t('pageFailed'));
    },
  });
  const handleSubmit = (element: HTMLFormElement) => {
    setSubmitted(true);
    if (isValid && stored.etag !== undefined) {
      save.mutate(
        { id: agent.id, draft, etag: stored.etag },
        // Not when the user has left this dialog, and opened another meanwhile.
        { onSuccess: (newer) => newer ?? onClose() },
      );
    } else element.querySelector<HTMLElement>('[name=examples]')?.focus();
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
      isBusy={save.isPending}
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
