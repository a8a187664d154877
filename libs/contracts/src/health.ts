/** Reports of a page about the releases that it runs: their paths, limits and terms. */

/** When a release failed. */
export const healthPhases = [
  'load',
  'evaluate',
  'render',
  'effect',
  'event',
  'promise',
  'timer',
  'hang',
] as const;
/** The part of a release that failed. */
export const healthParts = ['entry', 'manifest', 'module', 'chunk', 'page', 'slot', 'shell'] as const;
/** Which visitors got the release. */
export const healthGroups = ['stable', 'canary', 'override'] as const;

/** When a failure happened. */
export type HealthPhase = (typeof healthPhases)[number];
/** The part of a release that failed. */
export type HealthPart = (typeof healthParts)[number];
/** Which visitors got the release. */
export type HealthGroup = (typeof healthGroups)[number];

/** On the app's own origin. */
export const HEALTH_PATH = '/health-events';
/** Bytes. */
export const MAX_BEACON_SIZE = 64_000;
/** Events in one report. */
export const MAX_BEACON_EVENTS = 100;
/** Flags in one event. */
export const MAX_EXPOSED_FLAGS = 20;
