/** Evaluates flags for this user and this browser, and records that the page had them. */
import { useEffect, useReducer } from 'react';
import { log } from '@slipway/log';
import { useSession } from '@slipway/session';
import { useHost } from '../boot/hostContext';
import { recordExposure } from './exposures';
import { flagContext } from './flagContext';
import { FLAG_EVENTS, type FlagLogger } from './flagProvider';

const ignore = () => undefined;
const warn = (...details: unknown[]) => {
  log.warn('the flag provider reports a problem', ...details);
};
const logger: FlagLogger = { error: warn, warn, info: ignore, debug: ignore };

/**
 * Returns a function that takes a flag's key and its default. The component re-renders when the provider's values
 * change.
 */
export function useEvaluation(): (flagKey: string, isOnByDefault: boolean) => boolean {
  const { composition, flags } = useHost();
  const session = useSession();
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const { events } = flags;

  useEffect(() => {
    if (!events) return;
    for (const type of FLAG_EVENTS) events.addHandler(type, renderAgain);
    renderAgain(); // it may have changed since the first rendering
    return () => {
      for (const type of FLAG_EVENTS) events.removeHandler(type, renderAgain);
    };
  }, [events]);

  const user = session.status === 'signed-in' ? session.user.id : undefined;
  return (flagKey, isOnByDefault) => {
    let value = isOnByDefault;
    try {
      value = flags.resolveBooleanEvaluation(
        flagKey,
        isOnByDefault,
        flagContext(composition, user),
        logger,
      ).value;
    } catch (error) {
      log.warn(`the flag ${flagKey} has its default`, error);
    }
    recordExposure(flagKey, value);
    return value;
  };
}
