/** The user's profile: the name, the picture's color, and what the page of a creator says. Asks before it discards unsaved input. */
import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useExclusiveMutation } from '@slipway/data';
import { Button, SkeletonText, toast } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import type { SignedInUser } from '@slipway/session';
import { mailQueries, saveMailPreferences } from '../../data/notifications';
import { profileQueries, saveProfile } from '../../data/profile';
import { t as shared } from '../../messages';
import { t } from './messages';
import { ProfileForm, type SavedProfile } from './ProfileForm';
import { UnsavedProfile } from './UnsavedProfile';

export function ProfileDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const form = useId();
  const profile = useQuery(profileQueries.own(user.id));
  const mails = useQuery(mailQueries.own(user.id)).data;
  const queryClient = useQueryClient();
  const [isUnsaved, setUnsaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const save = useExclusiveMutation({
    mutationKey: ['profile', 'save'],
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
  // A profile that is being saved is not lost.
  const asks = isUnsaved && !save.isPending;
  const handleClose = () => {
    if (asks) setAsking(true);
    else onClose();
  };
  return (
    <>
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
            <Button
              type="submit"
              form={form}
              variant="primary"
              disabled={!profile.data}
              busy={save.isPending}
            >
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
              onUnsavedChange={setUnsaved}
              onSubmit={save.mutate}
            />
          )}
        </QueryPanel>
      </Dialog>
      {asks && (
        <UnsavedProfile
          isAsked={isAsking}
          onKeep={() => {
            setAsking(false);
          }}
          onDiscard={onClose}
        />
      )}
    </>
  );
}
