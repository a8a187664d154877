/** Every fifteen minutes: whether this tab's security log holds more than a person makes by mistake. */
import { readSecurityLog } from './securityLog';
import { flag } from './suspicion';
import { REVIEW_WINDOW, tooManyEvents } from './suspicionRules';

/** Returns the function that ends it. */
export function startSecurityReview(): () => void {
  const timer = setInterval(() => {
    if (tooManyEvents(readSecurityLog(), Date.now())) flag('security_log');
  }, REVIEW_WINDOW);
  return () => {
    clearInterval(timer);
  };
}
