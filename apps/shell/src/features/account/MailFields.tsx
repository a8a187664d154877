/** Which notifications are also mailed. */
import { Checkbox, Stack, Text } from '@slipway/design-system';
import type { MailPreferences } from '../../data/profile';
import { t as shared } from '../../messages';
import { t } from './messages';

interface MailFieldsProps {
  value: MailPreferences;
  onChange: (change: Partial<MailPreferences>) => void;
}

export const MailFields = ({ value, onChange }: MailFieldsProps) => (
  <Stack gap="sm" role="group" aria-label={shared('mailPreferences')}>
    <Text weight="medium">{shared('mailPreferences')}</Text>
    <Text size="sm" tone="muted">
      {t('mailsText')}
    </Text>
    <Checkbox
      label={t('mailsReviews')}
      checked={value.mails_reviews}
      onChange={({ target }) => {
        onChange({ mails_reviews: target.checked });
      }}
    />
    <Checkbox
      label={t('mailsFailures')}
      checked={value.mails_failures}
      onChange={({ target }) => {
        onChange({ mails_failures: target.checked });
      }}
    />
  </Stack>
);
