import type { Composition } from '@slipway/contracts';

/** Only a production build of an environment that has not switched it off: developers need their tools. */
export const offersDeterrent = ({ deterrent }: Composition): boolean =>
  process.env.NODE_ENV === 'production' && deterrent;
