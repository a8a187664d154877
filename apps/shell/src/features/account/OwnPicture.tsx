/** Uploads and removes the user's picture. */
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isAppError } from '@slipway/contracts';
import { removePicture, savePicture } from '@slipway/data';
import { PictureField } from '@slipway/design-system/pictures';
import { accessToken, type SignedInUser } from '@slipway/session';
import { type Profile, profileQueries } from '../../data/profile';
import { pictureTexts, t } from './messages';

interface OwnPictureProps {
  user: SignedInUser;
  /** The hash of the uploaded picture; null without one. */
  picture: string | null;
  /** The picture, or the generated one. */
  children: ReactNode;
}

export function OwnPicture({ user, picture, children }: OwnPictureProps) {
  const queryClient = useQueryClient();
  const show = (next: string | null) => {
    // This also updates the query of the form, whose key begins with this one.
    queryClient.setQueriesData<Profile>(
      { queryKey: profileQueries.own(user.id).queryKey },
      (profile) => profile && { ...profile, picture: next },
    );
    void queryClient.invalidateQueries({ queryKey: ['creators', user.id] });
  };
  return (
    <PictureField
      label={t('picture')}
      hint={t('pictureHint')}
      hasPicture={picture !== null}
      texts={pictureTexts()}
      onSave={async (file) => {
        show(await savePicture(file, await accessToken()));
      }}
      onRemove={async () => {
        await removePicture();
        show(null);
      }}
      failureText={(error) =>
        t(isAppError(error) && error.code === 'rate_limited' ? 'picture-limit' : 'picture-failed')
      }
    >
      {children}
    </PictureField>
  );
}
