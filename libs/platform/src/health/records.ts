/** Events of the page as they happen, with their view and route at that moment. */
import { createEmitter } from '@slipway/state';
import type { SliceFailure } from '../loading/failures';

type Happening =
  | { kind: 'shown' }
  | { kind: 'failure'; failure: SliceFailure; error: unknown }
  /** Only errors in a frame have `slice`; the stacks of all others contain their scripts. */
  | {
      kind: 'uncaught';
      phase: 'event' | 'promise' | 'timer';
      error: unknown;
      source?: string;
      slice?: string;
    };

export type HealthRecord = Happening & {
  /** Identifies the navigation. */
  view: string;
  /** The pattern of the current route, or `*`. */
  route: string;
  /** Milliseconds since the document started. */
  at: number;
};

/** A page of a route was shown. */
export const pageShown = createEmitter();

/** An error in the frame of a sandboxed slice, whose scripts have no URL. */
export const frameError =
  createEmitter<[slice: string, phase: 'event' | 'promise' | 'timer', error: Error]>();
