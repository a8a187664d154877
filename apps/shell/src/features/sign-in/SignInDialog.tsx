/** "Sign in as …?", for a link that another browser requested. The safe answer is first and has the focus. */
import { Button, Text } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import type { SignInQuestion } from '@slipway/session';
import { t as shared } from '../../messages';
import { t } from './messages';

export function SignInDialog({ email, current, answer }: SignInQuestion) {
  const decline = () => {
    answer(false);
  };
  return (
    <Dialog
      open
      size="sm"
      title={t('signInAs', { email })}
      description={current === undefined ? t('signInAsText') : t('signInAsSwitch', { current })}
      onClose={decline}
      actions={
        <>
          <Button onClick={decline}>{shared('no')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              answer(true);
            }}
          >
            {t('signInAsYes')}
          </Button>
        </>
      }
    >
      <Text size="sm">{t('signInAsWarning')}</Text>
    </Dialog>
  );
}
