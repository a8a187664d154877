/** The context of a flag's evaluation: the user and the browser. */
import type { Composition } from '@slipway/contracts';
import { visitorId } from '../releases/canaries';
import type { FlagContext } from './flagProvider';

/** `user` is the id of the signed-in user. */
export const flagContext = (
  { environment }: Pick<Composition, 'environment'>,
  user?: string,
): FlagContext => ({
  get targetingKey() {
    return visitorId(); // made when a flag first needs it
  },
  environment,
  ...(user !== undefined && { user }),
});
