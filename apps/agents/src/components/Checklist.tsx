/** The details that publishing requires, and which of them are missing. */
import { Icon, Stack, Text } from '@slipway/design-system';
import { type Check, checks } from '../data/publishDetails';
import { t } from '../features/publish/messages';
import { checkNames } from '../messages';

export function Checklist({ missing }: { missing: readonly Check[] }) {
  return (
    <Stack as="ul" role="list" gap="xs" aria-label={t('checklist')}>
      {checks.map((check) => {
        const isMissing = missing.includes(check);
        return (
          <Stack key={check} as="li" direction="row" gap="sm">
            <Icon name={isMissing ? 'warning' : 'success'} label={isMissing ? t('isMissing') : t('isDone')} />
            <Text as="span" size="sm" tone={isMissing ? 'default' : 'muted'}>
              {checkNames()[check]}
            </Text>
          </Stack>
        );
      })}
    </Stack>
  );
}
