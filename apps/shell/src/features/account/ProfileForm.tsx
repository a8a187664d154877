/** The fields of the profile. */
import { type SyntheticEvent, useEffect, useState } from 'react';
import {
  Avatar,
  ColorPicker,
  Link,
  pictureColors,
  Stack,
  Text,
  TextArea,
  TextInput,
} from '@slipway/design-system';
import { pictureUrl } from '@slipway/data';
import { useHasRoute } from '@slipway/platform';
import type { SignedInUser } from '@slipway/session';
import type { MailPreferences } from '../../data/notifications';
import { linkProblem, linksIn, MAX_ABOUT, MAX_LINKS, MAX_NAME, type Profile } from '../../data/profile';
import { colorNames, t } from './messages';
import { MailFields } from './MailFields';
import { OwnPicture } from './OwnPicture';

/** The picture is saved when it is chosen. */
export type SavedProfile = Omit<Profile, 'picture'> & { mails: MailPreferences | undefined };

interface ProfileFormProps {
  id: string;
  user: SignedInUser;
  initial: Profile;
  /** Undefined until it was read. */
  mails: MailPreferences | undefined;
  onUnsavedChange: (isUnsaved: boolean) => void;
  onSubmit: (profile: SavedProfile) => void;
}

export function ProfileForm({ id, user, initial, mails, onUnsavedChange, onSubmit }: ProfileFormProps) {
  const hasRoute = useHasRoute();
  // The first values of the fields: a later read of the profile is no input of the user.
  const [began] = useState(initial);
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
  const isUnsaved =
    draft.name !== began.name ||
    draft.about !== began.about ||
    draft.color !== began.color ||
    links !== began.links.join('\n') ||
    (changedMails !== undefined &&
      (changedMails.mails_reviews !== mails?.mails_reviews ||
        changedMails.mails_failures !== mails.mails_failures));
  useEffect(() => {
    onUnsavedChange(isUnsaved);
  }, [isUnsaved, onUnsavedChange]);

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
