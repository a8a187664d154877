/**
 * The user's profile: the name, the picture's color, what the page of a creator says, and mails. Asks before it discards unsaved
 * input, and says when the profile was changed elsewhere.
 */
import { useId, useState } from 'react';
import { Button, SkeletonText } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import { QueryPanel } from '@slipway/platform';
import type { SignedInUser } from '@slipway/session';
import { t as shared } from '../../messages';
import { t } from './messages';
import { ProfileForm } from './ProfileForm';
import { UnsavedProfile } from './UnsavedProfile';
import { useProfileForm } from './useProfileForm';

interface ProfileDialogProps {
  user: SignedInUser;
  onClose: () => void;
  /** Opens it again. */
  onOpen: () => void;
}

export function ProfileDialog({ user, onClose, onOpen }: ProfileDialogProps) {
  const id = useId();
  const { query, form, nameError, rejectedAt, isBusy, submit } = useProfileForm({
    ...{ userId: user.id, onSaved: onClose, onOpen },
  });
  /** An action that waits until the user has discarded the changes. */
  const [asked, setAsked] = useState<'close' | 'load'>();
  // No question while the profile is being saved: a failure brings the input back.
  const asks = form.isUnsaved && !isBusy;
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
        startsAtTitle={!query.data}
        onClose={handleClose}
        actions={
          // Rendered while the profile loads, too, so that a toast does not take this corner.
          <>
            <Button onClick={handleClose}>{shared('cancel')}</Button>
            <Button type="submit" form={id} variant="primary" disabled={!query.data} busy={isBusy}>
              {t(form.replaces ? 'saveAnyway' : 'save')}
            </Button>
          </>
        }
      >
        <QueryPanel query={query} failure={t('profileLoadFailed')} waiting={<SkeletonText lines={6} />}>
          {({ picture }) => (
            <ProfileForm
              id={id}
              user={user}
              picture={picture}
              form={form}
              nameMark={nameError.markOf('name')}
              rejectedAt={rejectedAt}
              onNameChange={nameError.clear}
              onSubmit={submit}
              onLoad={handleLoadPress}
            />
          )}
        </QueryPanel>
      </Dialog>
    </>
  );
}
