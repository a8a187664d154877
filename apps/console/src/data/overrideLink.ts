/** The address that overrides a slice: `?slice=billing@http://localhost:4300`, which pages read where overrides are allowed. */

export interface OverrideTarget {
  /** The environment's. */
  address: string;
  /** A path of the slice; parameters in it stay as they are. */
  route: string;
  slice: string;
  port: string;
}

export function overrideLink({ address, route, slice, port }: OverrideTarget): string {
  const path = route.includes(':') ? '/' : route;
  return `${address}${path}?slice=${slice}@http://localhost:${port}`;
}
