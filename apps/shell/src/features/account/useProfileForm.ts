/**
 * The form of the user's profile, and its save. If the dialog is closed before the response and the save fails, a toast leads
 * back to the form, which has what was typed.
 */
import { useEffect, useEffectEvent } from 'react';
import { matchMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { type FormInput, useDraft, useExclusiveMutation, useSentInput, useUnsentInput } from '@slipway/data';
import { toast, useFieldError } from '@slipway/design-system';
import { type Profile, type ProfileDraft, profileQueries, saveProfile } from '../../data/profile';
import { t } from './messages';

/** Used until the profile is read. */
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

interface ProfileFormOptions {
  userId: string;
  /** Called after a save, unless the user has typed since. */
  onSaved: () => void;
  /** Opens the form again. */
  onOpen: () => void;
}

export function useProfileForm({ userId, onSaved, onOpen }: ProfileFormOptions) {
  const options = profileQueries.form(userId);
  const query = useQuery(options);
  const queryClient = useQueryClient();
  const mutations = queryClient.getMutationCache();
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
      // Refetch everything: any page may show the creator's name.
      void queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (sent.fail()) reportClosed(error);
      else if (isNameRejected(error)) nameError.show('name', t('nameHidden'));
      else toast.error(t('profileFailed'));
    },
  });
  /** The running save, including one sent before the dialog was closed and opened again. */
  const [saving] = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as FormInput<Profile>,
  });
  const owner = `profile-${userId}`;
  const sent = useSentInput(owner, saving);
  /** The user has closed the dialog before the response: the toast opens it again, with what was typed. */
  const reportClosed = (error?: Error) => {
    toast.error(t(isNameRejected(error) ? 'nameHidden' : 'profileFailed'), {
      action: { label: t('backToForm'), onPress: onOpen },
    });
  };
  const stored = query.data ?? sent.input?.initial ?? none;
  const form = useDraft(stored, sent.input);
  useUnsentInput(owner, form.isUnsaved && !saving ? { draft: form.draft, initial: stored } : undefined);
  const handleSuccess = useEffectEvent((newer: Profile | undefined, { draft }: FormInput<Profile>) => {
    if (newer) return;
    if (hasSameValues(form.draft, draft)) onSaved();
    else {
      // Keep input that was typed during the save. Its own save needs the new etag.
      form.setSaved(draft);
      void query.refetch();
    }
  });
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        if (matchMutation({ mutationKey }, event.mutation))
          handleSuccess(
            event.action.data as Profile | undefined,
            event.mutation.state.variables as FormInput<Profile>,
          );
      }),
    [mutations],
  );
  const isBusy = saving !== undefined || (form.isSaved && query.isFetching);
  return {
    query,
    form,
    nameError,
    /** When the name was rejected; 0 if it was not. */
    rejectedAt: isNameRejected(save.error) ? save.submittedAt : 0,
    isBusy,
    /** Does nothing before the profile is read or while a save is running. */
    submit: () => {
      if (stored.etag === undefined || isBusy) return;
      if (form.isSaved) form.setSaved();
      save.mutate({ draft: form.draft, initial: stored });
    },
  };
}
