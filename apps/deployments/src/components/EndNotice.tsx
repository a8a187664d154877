/** When an agent that its creator withdrew ends, or has ended, and the way on. */
import { LinkButton, Notice } from '@slipway/design-system';
import { formats } from '@slipway/platform';
import { dateInLine } from '../data/dateInLine';
import { hasEnded } from '../data/ending';
import { t } from '../messages';

/** `endsAt` is ISO-8601 UTC. */
export const EndNotice = ({ endsAt }: { endsAt: string }) => (
  <Notice
    tone="warning"
    action={
      <LinkButton size="sm" href="/marketplace">
        {t('findAgent')}
      </LinkButton>
    }
  >
    {t(hasEnded(endsAt) ? 'ended' : 'ends', { day: dateInLine(formats.date(endsAt)) })}
  </Notice>
);
