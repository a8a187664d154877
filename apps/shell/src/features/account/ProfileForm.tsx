/** The fields of the profile. */
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { useDraft } from '@slipway/data';
import {
  Avatar,
  ColorPicker,
  type FieldMark,
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
import { linkProblem, linksIn, MAX_ABOUT, MAX_LINKS, MAX_NAME, type ProfileDraft } from '../../data/profile';
import { colorNames, t } from './messages';
import { MailFields } from './MailFields';
import { OwnPicture } from './OwnPicture';
import { ProfileChanged } from './ProfileChanged';

interface ProfileFormProps {
  id: string;
  user: SignedInUser;
  /** The hash of the uploaded picture; null without one. */
  picture: string | null;
  form: ReturnType<typeof useDraft<ProfileDraft>>;
  nameMark: FieldMark;
  /** The time of the last try whose name was rejected; 0 without one. */
  rejectedAt: number;
  onNameChange: () => void;
  onSubmit: () => void;
  /** Replaces the draft by the current version. */
  onLoad: () => void;
}

export function ProfileForm({
  id,
  user,
  picture,
  form,
  nameMark,
  rejectedAt,
  onNameChange,
  onSubmit,
  onLoad,
}: ProfileFormProps) {
  const { draft, setDraft, replaces, loads } = form;
  const hasRoute = useHasRoute();
  const element = useRef<HTMLFormElement>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const change = (values: Partial<ProfileDraft>) => {
    setDraft((current) => ({ ...current, ...values }));
  };
  const problem = linkProblem(linksIn(draft.links));
  const color = pictureColors.find((each) => each === draft.color) ?? null;
  const seed = draft.name.trim() || user.email;

  useEffect(() => {
    if (loads > 0 || rejectedAt > 0) element.current?.querySelector<HTMLElement>('[name=name]')?.focus();
  }, [loads, rejectedAt]);

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (problem) event.currentTarget.querySelector<HTMLElement>('[name=links]')?.focus();
    else onSubmit();
  };

  return (
    <form ref={element} id={id} noValidate onSubmit={handleSubmit}>
      <Stack>
        <OwnPicture user={user} picture={picture}>
          <Avatar name={seed} color={color} src={pictureUrl(picture)} size={64} />
        </OwnPicture>
        {picture === null && (
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
          {...nameMark}
          dir="auto"
          autoComplete="name"
          maxLength={MAX_NAME}
          value={draft.name}
          onChange={({ target }) => {
            onNameChange();
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
          value={draft.links}
          {...(wasSubmitted && problem
            ? { error: problem === 'links-many' ? t(problem, { count: MAX_LINKS }) : t(problem) }
            : {})}
          onChange={({ target }) => {
            change({ links: target.value });
          }}
        />
        <MailFields value={draft} onChange={change} />
        {hasRoute('/marketplace') && (
          <Text size="sm" tone="muted">
            {t('publicPageText')} <Link href={`/marketplace?creator=${user.id}`}>{t('publicPage')}</Link>
          </Text>
        )}
        {replaces && <ProfileChanged replaces={replaces} onLoad={onLoad} />}
      </Stack>
    </form>
  );
}
