/** One session: its browser, where and when it was used, and a button that ends it. */
import { Badge, Button, Stack, Text } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { deviceNameOf } from '../data/deviceName';
import type { UserSession } from '../data/sessions';
import { t } from '../features/sessions/messages';

const nameOf = (session: UserSession): string => {
  const { browser, system } = deviceNameOf(session.user_agent);
  if (browser && system) return t('browserOn', { browser, system });
  return browser ?? system ?? t('unknownDevice');
};

interface SessionRowProps {
  session: UserSession;
  /** `disabled`: another session is being ended. */
  state: 'idle' | 'ending' | 'disabled';
  onEnd: () => void;
}

export function SessionRow({ session, state, onEnd }: SessionRowProps) {
  const name = nameOf(session);
  const time = formats.dateTime(session.last_used_at);
  return (
    <Stack as="li" direction="row" justify="between" gap="md">
      <Stack gap="xs" grow>
        <Stack direction="row" gap="sm" wrap>
          <Text weight="medium">{name}</Text>
          {session.is_current && <Badge tone="success">{t('thisDevice')}</Badge>}
        </Stack>
        <Text size="sm" tone="muted">
          {session.address === null
            ? t('lastUsed', { time })
            : t('lastUsedFrom', { time, address: session.address })}
        </Text>
      </Stack>
      {!session.is_current && (
        <Stack rigid>
          <Button
            size="sm"
            busy={state === 'ending'}
            disabled={state === 'disabled'}
            aria-label={t('endSessionOf', { name, time })}
            onClick={onEnd}
          >
            {t('endSession')}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}
