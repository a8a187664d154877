/** The error message of a failed answer. */
import { isAppError } from '@slipway/contracts';
import type { Rejection } from '../../data/preview';
import { t as shared } from '../../messages';
import { t } from './messages';

/** Without a decision, only the limits of a preview make a request invalid. */
function invalidMessage(hasDecision: boolean, isVisitor: boolean): string {
  if (hasDecision) return t('approvalOver');
  return t(isVisitor ? 'tooLongForVisitor' : 'tooLong');
}

/** Seconds. The limit per minute lasts no longer than this; the daily limit ends at midnight UTC. */
const MINUTE = 60;

function limitMessage(cause: unknown, isVisitor: boolean): string {
  const { retryAfter = 0 } = (cause ?? {}) as Partial<Rejection>;
  if (retryAfter <= MINUTE) return t('tooMany');
  return t(isVisitor ? 'tooManyTodayForVisitor' : 'tooManyToday');
}

export function errorMessage(error: unknown, hasDecision: boolean, isVisitor: boolean): string {
  if (!isAppError(error)) return t('modelFailed');
  switch (error.code) {
    case 'unavailable':
      return t('unreachable');
    case 'unauthenticated':
      return t('signInToTry');
    case 'rate_limited':
      return limitMessage(error.cause, isVisitor);
    case 'invalid_input':
      return invalidMessage(hasDecision, isVisitor);
    case 'conflict':
      return t('runsElsewhere');
    case 'forbidden':
    case 'not_found':
      return shared('cannotTry');
    default:
      return t('modelFailed');
  }
}
