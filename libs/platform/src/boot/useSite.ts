import type { Site } from '@slipway/contracts';
import { useHost } from './hostContext';

/** What this environment calls itself. Source: the composition. */
export const useSite = (): Site => useHost().composition.site;
