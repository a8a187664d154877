/**
 * Visits, the unit that canaries are judged by: the first document of a browser on a day that shows a page of a slice,
 * or, for a canary of the shell, any page. A visit counts once, however many of its views fail, because the views of
 * one visitor fail together. The browser stores only which visits were counted, and nothing that identifies the
 * visitor. Source: `slipway.counted` in local storage. If storage is blocked, every document is a visit.
 */
import type { Composition, HealthEvent } from '@slipway/contracts';
import { createStoredValue, json } from '@slipway/state';
import { exposures } from '../flags/exposures';
import { fingerprintOf } from './frames';

const counted = createStoredValue(
  () => localStorage,
  'slipway.counted',
  json((stored): Record<string, unknown> => ({ ...(stored ?? {}) })),
);

export interface Visits {
  /** Returns false for a visitor who was counted today for the same releases. */
  begin(slice: string, visit: HealthEvent): boolean;
  mark(slice: string, what: 'failed' | 'hasError'): void;
  /** Ends the visits that began, and returns them. */
  end(): HealthEvent[];
}

export function createVisits({ shell, slices, flags }: Composition): Visits {
  const current = new Map<string, HealthEvent>();
  return {
    begin(slice, visit) {
      const { version, canary: newer } = slices[slice] ?? shell;
      // A new canary counts both groups again; a changed flag counts all its variants again.
      const canary = newer?.release.version ?? '';
      const rules = flags ? fingerprintOf(JSON.stringify(flags)) : '';
      const key = `${new Date().toISOString().slice(0, 10)} ${version} ${canary} ${rules}`;
      const known = counted.get();
      if (known[slice] === key) return false;
      counted.set({ ...known, [slice]: key });
      current.set(slice, visit);
      return true;
    },
    mark(slice, what) {
      const visit = current.get(slice);
      if (visit) visit[what] = true;
    },
    end() {
      const flagsHad = exposures();
      const ended = [...current.values()].map((visit) => ({ ...visit, flags: flagsHad }));
      current.clear();
      return ended;
    },
  };
}
