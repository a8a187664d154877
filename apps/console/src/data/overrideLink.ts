/** The address that overrides a slice, such as `?slice=billing@0123456789abcdef`: pages read it where overrides are allowed. */

export interface OverrideAddress {
  /** The environment's. */
  address: string;
  /** A path of the slice; parameters in it stay as they are. */
  route: string;
  slice: string;
  /** A version, or the origin of a build on this machine. */
  target: string;
}

export const machine = (port: string) => `http://localhost:${port}`;

export function overrideLink({ address, route, slice, target }: OverrideAddress): string {
  const path = route.includes(':') ? '/' : route;
  return `${address}${path}?slice=${slice}@${target}`;
}
