/** Checks every fifteen minutes whether this tab's security log has more events than a user causes by mistake. */
import { readSecurityLog } from './securityLog';
import { reportSuspicion } from './suspicion';
import { REVIEW_WINDOW, tooManyEvents } from './suspicionRules';

/** Starts the check of the security log. Returns the function that stops it. */
export function startSecurityReview(): () => void {
  const timer = setInterval(() => {
    if (tooManyEvents(readSecurityLog(), Date.now())) reportSuspicion('security_log');
  }, REVIEW_WINDOW);
  return () => {
    clearInterval(timer);
  };
}
