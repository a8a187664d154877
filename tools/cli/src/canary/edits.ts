/** The edits that start, grow and end a canary. */
import type { Canary, SelectionEdits } from '../composition/selection';

export const withCanary = (slice: string, canary: Canary): SelectionEdits => ({
  canaries: new Map([[slice, canary]]),
});

/** Ends the canary of a slice. With `stable`, that version becomes the stable release. */
export const withoutCanary = (slice: string, stable: string | undefined): SelectionEdits => ({
  canaries: new Map([[slice, undefined]]),
  ...(stable !== undefined && { stable: new Map([[slice, stable]]) }),
});
