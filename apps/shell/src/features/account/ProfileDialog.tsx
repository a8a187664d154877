/**
 * The user's profile: the name, the picture's color, what the page of a creator says, and mails. Asks before it discards unsaved
 * input, and says when the profile was changed elsewhere.
 */
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { type MutationState, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { type FormInput, useDraft, useExclusiveMutation, useSentInput } from '@slipway/data';
import { Button, SkeletonText, toast, useFieldError } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import type { SignedInUser } from '@slipway/session';
import { type Profile, type ProfileDraft, profileQueries, saveProfile } from '../../data/profile';
import { t as shared } from '../../messages';
import { t } from './messages';
import { ProfileForm } from './ProfileForm';
import { UnsavedProfile } from './UnsavedProfile';

/** Until the profile is read. */
const none: Profile = {
  draft: { name: '', about: '', links: '', color: null, mails_reviews: true, mails_failures: true },
  picture: null,
};

const mutationKey = ['profile', 'save'] as const;

/** Whether the database rejected the name for invisible characters. */
const isNameRejected = (error: unknown): boolean =>
  isAppError(error) && (error.cause as { hint?: unknown } | undefined)?.hint === 'hidden_characters';

const hasSameValues = (draft: ProfileDraft, sent: ProfileDraft) =>
  (Object.keys(draft) as (keyof ProfileDraft)[]).every((key) => draft[key] === sent[key]);

interface ProfileDialogProps {
  user: SignedInUser;
  onClose: () => void;
  /** Opens it again. */
  onOpen: () => void;
}

export function ProfileDialog({ user, onClose, onOpen }: ProfileDialogProps) {
  const id = useId();
  const options = profileQueries.form(user.id);
  const profile = useQuery(options);
  const queryClient = useQueryClient();
  /** An action that waits until the user has discarded the changes. */
  const [asked, setAsked] = useState<'close' | 'load'>();
  const nameError = useFieldError<'name'>();
  const save = useExclusiveMutation({
    mutationKey,
    mutationFn: ({ draft, initial }: FormInput<Profile>) => saveProfile({ draft, etag: initial.etag ?? '' }),
    onSuccess: (newer) => {
      // Nothing was saved: the form shows a notice.
      if (newer) {
        queryClient.setQueryData(options.queryKey, newer);
        if (sent.fail()) reportClosed();
        return;
      }
      sent.drop();
      toast.success(t('profileSaved'));
      // Every name of a creator, wherever it stands, may have changed.
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (sent.fail()) reportClosed(error);
      else if (isNameRejected(error)) nameError.show('name', t('nameHidden'));
      else toast.error(t('profileFailed'));
    },
  });
  /** Also the save of a dialog that was closed, and is open again. */
  const lastSave = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state as MutationState<Profile | undefined, Error, FormInput<Profile>>,
  }).at(-1);
  const saving = lastSave?.status === 'pending' ? lastSave.variables : undefined;
  const sent = useSentInput(`profile-${user.id}`, saving);
  /** The user has closed the dialog before the response: the toast opens it again, with what was typed. */
  const reportClosed = (error?: Error) => {
    toast.error(t(isNameRejected(error) ? 'nameHidden' : 'profileFailed'), {
      action: { label: t('backToForm'), onPress: onOpen },
    });
  };
  const stored = profile.data ?? sent.input?.initial ?? none;
  const form = useDraft(stored, sent.input);
  const [endedBefore] = useState(saving ? undefined : lastSave?.submittedAt);
  const isSaved = lastSave?.status === 'success' && !lastSave.data && lastSave.submittedAt !== endedBefore;
  const savedAt = isSaved ? lastSave.submittedAt : undefined;
  const handleSaved = useEffectEvent(() => {
    const saved = lastSave?.variables?.draft;
    if (!saved) return;
    if (hasSameValues(form.draft, saved)) onClose();
    else {
      // Input that was typed since then is not saved. It needs the etag of what is.
      form.setSaved(saved);
      void profile.refetch();
    }
  });
  useEffect(() => {
    if (savedAt !== undefined) handleSaved();
  }, [savedAt]);
  const isBusy = saving !== undefined || (form.isSaved && profile.isFetching);
  // A profile that is being saved is not lost.
  const asks = form.isUnsaved && saving === undefined;
  const handleClose = () => {
    if (asks) setAsked('close');
    else onClose();
  };
  const handleLoad = () => {
    setAsked(undefined);
    form.load();
  };
  const handleLoadPress = () => {
    if (asks) setAsked('load');
    else handleLoad();
  };
  return (
    <>
      {/* First, so that it also closes first: the dialog then returns the focus to the button that opened it. */}
      {asks && (
        <UnsavedProfile
          isAsked={asked !== undefined}
          onKeep={() => {
            setAsked(undefined);
          }}
          onDiscard={asked === 'load' ? handleLoad : onClose}
        />
      )}
      <Dialog
        open
        kind="panel"
        title={shared('profile')}
        description={t('profileText')}
        startsAtTitle={!profile.data}
        onClose={handleClose}
        actions={
          // At once, so that no toast takes their place.
          <>
            <Button onClick={handleClose}>{shared('cancel')}</Button>
            <Button type="submit" form={id} variant="primary" disabled={!profile.data} busy={isBusy}>
              {t(form.replaces ? 'saveAnyway' : 'save')}
            </Button>
          </>
        }
      >
        <QueryPanel query={profile} failure={t('profileLoadFailed')} waiting={<SkeletonText lines={6} />}>
          {({ picture }) => (
            <ProfileForm
              id={id}
              user={user}
              picture={picture}
              form={form}
              nameMark={nameError.markOf('name')}
              rejectedAt={isNameRejected(save.error) ? save.submittedAt : 0}
              onNameChange={nameError.clear}
              onSubmit={() => {
                if (stored.etag === undefined || isBusy) return;
                if (form.isSaved) form.setSaved();
                save.mutate({ draft: form.draft, initial: stored });
              }}
              onLoad={handleLoadPress}
            />
          )}
        </QueryPanel>
      </Dialog>
    </>
  );
}
