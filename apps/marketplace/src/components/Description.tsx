/** An agent's description, clamped to three lines. Always as tall as three lines, so that cards align. */
import { Text } from '@slipway/design-system';
import { t } from '../messages';

export function Description({ text }: { text: string | null }) {
  return (
    <Text size="sm" tone="muted" lines={3} reserve dir="auto">
      {text?.trim() ? text : t('noDescription')}
    </Text>
  );
}
