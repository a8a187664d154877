/** Above the button that saves: another tab or device has saved the profile since the form was opened. */
import { useEffect, useRef } from 'react';
import { Button, Notice } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import type { ProfileDraft } from '../../data/profile';
import { t } from './messages';

interface ProfileChangedProps {
  /** The fields that saving replaces. */
  replaces: readonly (keyof ProfileDraft)[];
  onLoad: () => void;
}

/** The labels of the fields. */
const fieldNames = (): Readonly<Record<keyof ProfileDraft, string>> => ({
  name: t('displayName'),
  about: t('about'),
  links: t('links'),
  color: t('pictureColor'),
  mails_reviews: t('mailsReviews'),
  mails_failures: t('mailsFailures'),
});

export function ProfileChanged({ replaces, onLoad }: ProfileChangedProps) {
  const notice = useRef<HTMLDivElement>(null);
  const names = fieldNames();

  useEffect(() => {
    // On a short screen the notice may be out of view. jsdom has no `scrollIntoView`.
    notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, [replaces]);

  return (
    <div ref={notice}>
      <Notice
        tone="warning"
        action={
          <Button size="sm" onClick={onLoad}>
            {t('loadCurrent')}
          </Button>
        }
      >
        {t('changedElsewhere')} {t('changesKept')}
        {replaces.length > 0 &&
          ` ${t('replaces', { fields: formats.list(replaces.map((field) => names[field])) })}`}
      </Notice>
    </div>
  );
}
