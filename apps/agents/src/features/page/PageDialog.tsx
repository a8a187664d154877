/** Edits the page of an agent in the marketplace: color, README and example prompts. */
import { type SyntheticEvent, useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  AgentCover,
  Button,
  ColorPicker,
  pictureColors,
  SkeletonText,
  Stack,
  TextArea,
  toast,
} from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { PictureField } from '@slipway/design-system/pictures';
import { isAppError } from '@slipway/contracts';
import { pictureUrl, removePicture, savePicture, useExclusiveMutation } from '@slipway/data';
import { QueryPanel } from '@slipway/platform';
import { accessToken } from '@slipway/session';
import { type Agent, agentQueries } from '../../data/agents';
import {
  type AgentPage,
  areExamples,
  examplesIn,
  MAX_EXAMPLE,
  MAX_EXAMPLES,
  MAX_README,
  pageQueries,
  savePage,
  type SavedPage,
} from '../../data/agentPage';
import { t as shared } from '../../messages';
import { colorNames, pictureTexts, t } from './messages';

interface PageDialogProps {
  agent: Agent;
  onClose: () => void;
}

export function PageDialog({ agent, onClose }: PageDialogProps) {
  const form = useId();
  const page = useQuery(pageQueries.page(agent.id));
  const queryClient = useQueryClient();
  const save = useExclusiveMutation({
    mutationKey: ['own-agents', 'page'],
    mutationFn: savePage,
    onSuccess: () => {
      toast.success(t('pageSaved'));
      void queryClient.invalidateQueries();
      onClose();
    },
    onError: () => toast.error(t('pageFailed')),
  });
  return (
    <Dialog
      open
      kind="panel"
      title={t('pageTitle', { name: agent.name })}
      description={t('pageText')}
      onClose={onClose}
      actions={
        page.data && (
          <>
            <Button onClick={onClose}>{shared('cancel')}</Button>
            <Button type="submit" form={form} variant="primary" busy={save.isPending}>
              {shared('save')}
            </Button>
          </>
        )
      }
    >
      <QueryPanel query={page} failure={t('pageLoadFailed')} waiting={<SkeletonText lines={6} />}>
        {(data) => (
          <PageForm
            id={form}
            agent={agent}
            initial={data}
            onSubmit={(next) => {
              save.mutate({ id: agent.id, page: next });
            }}
          />
        )}
      </QueryPanel>
    </Dialog>
  );
}

interface PageFormProps {
  id: string;
  agent: Agent;
  initial: AgentPage;
  onSubmit: (page: SavedPage) => void;
}

function PageForm({ id, agent, initial, onSubmit }: PageFormProps) {
  const [color, setColor] = useState(pictureColors.find((each) => each === initial.color) ?? null);
  const [readme, setReadme] = useState(initial.readme ?? '');
  const [examples, setExamples] = useState(initial.examples.join('\n'));
  const [wasSubmitted, setSubmitted] = useState(false);
  const isValid = areExamples(examplesIn(examples));
  const limit = { count: MAX_EXAMPLES, length: MAX_EXAMPLE };

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (isValid) onSubmit({ color, readme: readme.trim() || null, examples: examplesIn(examples) });
    else event.currentTarget.querySelector<HTMLElement>('[name=examples]')?.focus();
  };

  return (
    <form id={id} noValidate onSubmit={handleSubmit}>
      <Stack>
        <AgentCover
          name={agent.name}
          category={agent.category}
          color={color}
          src={pictureUrl(initial.icon)}
        />
        <IconField agent={agent} icon={initial.icon} />
        <ColorPicker
          label={t('pageColor')}
          value={color}
          seed={agent.name}
          names={colorNames()}
          onChange={setColor}
        />
        <TextArea
          label={t('readme')}
          name="readme"
          hint={t('readmeHint')}
          dir="auto"
          rows={10}
          maxLength={MAX_README}
          value={readme}
          onChange={({ target }) => {
            setReadme(target.value);
          }}
        />
        <TextArea
          label={t('examples')}
          name="examples"
          hint={t('examplesHint', { count: MAX_EXAMPLES })}
          dir="auto"
          rows={4}
          value={examples}
          {...(wasSubmitted && !isValid ? { error: t('examplesInvalid', limit) } : {})}
          onChange={({ target }) => {
            setExamples(target.value);
          }}
        />
      </Stack>
    </form>
  );
}

function IconField({ agent, icon }: { agent: Agent; icon: string | null }) {
  const queryClient = useQueryClient();
  const { queryKey } = pageQueries.page(agent.id);
  const show = (next: string | null) => {
    queryClient.setQueryData(queryKey, (page) => page && { ...page, icon: next });
    void queryClient.invalidateQueries({ queryKey: [...agentQueries.all(), 'list'] });
  };
  return (
    <PictureField
      label={t('icon')}
      hint={t('iconHint')}
      hasPicture={icon !== null}
      texts={pictureTexts()}
      onSave={async (file) => {
        show(await savePicture(file, await accessToken(), agent.id));
      }}
      onRemove={async () => {
        await removePicture(agent.id);
        show(null);
      }}
      failureText={(error) =>
        t(isAppError(error) && error.code === 'rate_limited' ? 'picture-limit' : 'picture-failed')
      }
    />
  );
}
