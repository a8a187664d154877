/** What an agent does, in three lines at most; the room of three is always taken, so that cards are alike. */
import { Text } from '@slipway/design-system';
import { t } from '../messages';

export function Description({ text }: { text: string | null }) {
  return (
    <Text size="sm" tone="muted" lines={3} reserve>
      {text?.trim() ? text : t('noDescription')}
    </Text>
  );
}
