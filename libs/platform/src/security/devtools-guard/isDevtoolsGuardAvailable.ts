import type { Composition } from '@slipway/contracts';

/** Only in a production build, unless the environment switches it off: developers need their tools. */
export const isDevtoolsGuardAvailable = ({ deterrent }: Pick<Composition, 'deterrent'>): boolean =>
  process.env.NODE_ENV === 'production' && deterrent;
