/** Sends an email again, once a minute at most, which is the limit of the service. */
import { useState } from 'react';
import { isAppError } from '@slipway/contracts';
import { MAIL_WAIT } from '@slipway/session';
import { emailFailure, t } from '../../messages';
import { useCountdown } from './useCountdown';

/**
 * `wait` is in seconds, for an email that was sent already. `left` are the seconds until the next one: give the button `aria-disabled` until then, which
 * keeps the focus. `outcome` is empty before the first press.
 */
export function useResend(send: () => Promise<void>, wait: number) {
  const { left, start } = useCountdown(wait);
  const [outcome, setOutcome] = useState('');

  const handleClick = async () => {
    if (left > 0) return;
    start(MAIL_WAIT);
    try {
      await send();
      setOutcome(t('sentAgain'));
    } catch (error) {
      const code = isAppError(error) ? error.code : 'unexpected';
      // Nothing was sent, so no countdown is needed.
      if (code !== 'rate_limited') start(0);
      setOutcome(emailFailure(code));
    }
  };
  return { left, outcome, handleClick };
}
