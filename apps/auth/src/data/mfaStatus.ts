/** Whether the person has a second step, and whether its code is due. Source: the session, and `/auth/v1/user`. */
import { queryOptions } from '@tanstack/react-query';
import { readSecondStep } from '@slipway/session';

/** @throws `unavailable`, `unexpected` */
export const secondStepQuery = () =>
  queryOptions({ queryKey: ['second-step'] as const, queryFn: readSecondStep });
