/** A key that could not be copied, to select and copy by hand. Only a button closes it. */
import { Button, TextArea } from '@slipway/design-system';
import { Dialog } from '@slipway/design-system/overlays';
import type { NamedKey } from '../../data/uncopiedKey';
import { t as shared } from '../../messages';
import { copyText } from '../clipboard/copyText';
import { t } from './messages';

export function UncopiedKeyDialog({ name, apiKey, onDone }: NamedKey & { onDone: () => void }) {
  return (
    <Dialog
      open
      isPersistent
      title={t('keyOf', { name })}
      description={t('copyYourself')}
      onClose={onDone}
      actions={
        <>
          <Button onClick={() => void copyText(apiKey)}>{shared('copyKey')}</Button>
          <Button variant="primary" onClick={onDone}>
            {shared('done')}
          </Button>
        </>
      }
    >
      <TextArea
        readOnly
        label={shared('apiKey')}
        value={apiKey}
        rows={1}
        translate="no"
        spellCheck={false}
        onFocus={({ target }) => {
          target.select();
        }}
      />
    </Dialog>
  );
}
