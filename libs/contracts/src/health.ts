/** The path, limits and terms of the health reports that pages send. */

/** The phases in which a release can fail. */
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
/** The parts of a release that can fail. */
export const healthParts = ['entry', 'manifest', 'module', 'chunk', 'page', 'slot', 'shell'] as const;
/** The groups of visitors, by the release that they get. */
export const healthGroups = ['stable', 'canary', 'override'] as const;

/** The phase in which a release failed. */
export type HealthPhase = (typeof healthPhases)[number];
/** The part of a release that failed. */
export type HealthPart = (typeof healthParts)[number];
/** A group of visitors, by the release that they get. */
export type HealthGroup = (typeof healthGroups)[number];

/** The path of the collector, on the app's own origin. */
export const HEALTH_PATH = '/health-events';
/** The largest body of a report, in bytes. */
export const MAX_BEACON_SIZE = 64_000;
/** The most events in one report. */
export const MAX_BEACON_EVENTS = 100;
/** The most flags in one event. */
export const MAX_EXPOSED_FLAGS = 20;
