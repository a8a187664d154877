/** The user's profile: the name, the picture's color, and what the page of a creator says. */
import { type SyntheticEvent, useId, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Avatar,
  Button,
  ColorPicker,
  Link,
  pictureColors,
  SkeletonText,
  Stack,
  Text,
  TextArea,
  TextInput,
  toast,
} from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { pictureUrl } from '@slipway/data';
import { QueryPanel, useHasRoute } from '@slipway/platform';
import type { SignedInUser } from '@slipway/session';
import { type MailPreferences, mailQueries, saveMailPreferences } from '../../data/notifications';
import {
  linkProblem,
  linksIn,
  MAX_ABOUT,
  MAX_LINKS,
  MAX_NAME,
  type Profile,
  profileQueries,
  saveProfile,
} from '../../data/profile';
import { t as shared } from '../../messages';
import { colorNames, t } from './messages';
import { MailFields } from './MailFields';
import { OwnPicture } from './OwnPicture';

export function ProfileDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const form = useId();
  const profile = useQuery(profileQueries.own(user.id));
  const mails = useQuery(mailQueries.own(user.id)).data;
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: async ({ mails: changed, ...next }: SavedProfile) => {
      if (changed) await saveMailPreferences(user.id, changed);
      await saveProfile(next);
    },
    onSuccess: () => {
      toast.success(t('profileSaved'));
      // Every name of a creator, wherever it stands, may have changed.
      void queryClient.invalidateQueries();
      onClose();
    },
    onError: () => toast.error(t('profileFailed')),
  });
  return (
    <Dialog
      open
      kind="panel"
      title={shared('profile')}
      description={t('profileText')}
      startsAtTitle={!profile.data}
      onClose={onClose}
      actions={
        // At once, so that no toast takes their place.
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" disabled={!profile.data} busy={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <QueryPanel query={profile} failure={t('profileLoadFailed')} waiting={<SkeletonText lines={6} />}>
        {(data) => (
          <ProfileForm
            id={form}
            user={user}
            initial={data}
            mails={mails}
            onSubmit={(next) => {
              if (!save.isPending) save.mutate(next);
            }}
          />
        )}
      </QueryPanel>
    </Dialog>
  );
}

/** The picture is saved when it is chosen. */
type SavedProfile = Omit<Profile, 'picture'> & { mails: MailPreferences | undefined };

interface ProfileFormProps {
  id: string;
  user: SignedInUser;
  initial: Profile;
  /** Undefined until it was read. */
  mails: MailPreferences | undefined;
  onSubmit: (profile: SavedProfile) => void;
}

function ProfileForm({ id, user, initial, mails, onSubmit }: ProfileFormProps) {
  const hasRoute = useHasRoute();
  const [draft, setDraft] = useState(initial);
  const [links, setLinks] = useState(initial.links.join('\n'));
  const [changedMails, setMails] = useState<MailPreferences>();
  const [wasSubmitted, setSubmitted] = useState(false);
  const change = (values: Partial<Profile>) => {
    setDraft((current) => ({ ...current, ...values }));
  };
  const problem = linkProblem(linksIn(links));
  const color = pictureColors.find((each) => each === draft.color) ?? null;
  const seed = draft.name.trim() || user.email;

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (problem) event.currentTarget.querySelector<HTMLElement>('[name=links]')?.focus();
    else {
      const { about } = draft;
      onSubmit({
        about,
        color: draft.color,
        name: draft.name.trim(),
        links: linksIn(links),
        mails: changedMails,
      });
    }
  };

  return (
    <form id={id} noValidate onSubmit={handleSubmit}>
      <Stack>
        <OwnPicture user={user} picture={initial.picture}>
          <Avatar name={seed} color={color} src={pictureUrl(initial.picture)} size={64} />
        </OwnPicture>
        {initial.picture === null && (
          <ColorPicker
            label={t('pictureColor')}
            value={color}
            seed={seed}
            names={colorNames()}
            onChange={(next) => {
              change({ color: next });
            }}
          />
        )}
        <TextInput
          label={t('displayName')}
          name="name"
          hint={t('displayNameHint')}
          dir="auto"
          autoComplete="name"
          maxLength={MAX_NAME}
          value={draft.name}
          onChange={({ target }) => {
            change({ name: target.value });
          }}
        />
        <TextArea
          label={t('about')}
          name="about"
          hint={t('aboutHint')}
          dir="auto"
          rows={4}
          maxLength={MAX_ABOUT}
          characterLimit={MAX_ABOUT}
          value={draft.about}
          onChange={({ target }) => {
            change({ about: target.value });
          }}
        />
        <TextArea
          label={t('links')}
          name="links"
          hint={t('linksHint', { count: MAX_LINKS })}
          rows={3}
          inputMode="url"
          spellCheck={false}
          value={links}
          {...(wasSubmitted && problem
            ? { error: problem === 'links-many' ? t(problem, { count: MAX_LINKS }) : t(problem) }
            : {})}
          onChange={({ target }) => {
            setLinks(target.value);
          }}
        />
        {mails && <MailFields value={changedMails ?? mails} onChange={setMails} />}
        {hasRoute('/marketplace') && (
          <Text size="sm" tone="muted">
            {t('publicPageText')} <Link href={`/marketplace?creator=${user.id}`}>{t('publicPage')}</Link>
          </Text>
        )}
      </Stack>
    </form>
  );
}
