/**
 * The flags that this page has evaluated, for its health reports. The collector compares the variants of a flag by
 * them.
 */

/** As many as the schema of reports accepts (`MAX_EXPOSED_FLAGS` of contracts). */
const MOST_FLAGS = 20;

const exposed = new Map<string, boolean | undefined>();

/** A flag that had both values, such as before and after sign-in, counts for neither variant. */
export function recordExposure(flagKey: string, isOn: boolean): void {
  const isNew = !exposed.has(flagKey);
  if (!isNew || exposed.size < MOST_FLAGS) {
    exposed.set(flagKey, isNew || exposed.get(flagKey) === isOn ? isOn : undefined);
  }
}

/** Undefined if no flag was evaluated. JSON omits flags that had both values. */
export const exposures = (): Record<string, boolean> | undefined =>
  exposed.size > 0 ? (Object.fromEntries(exposed) as Record<string, boolean>) : undefined;
