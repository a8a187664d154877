/** The formats that the browser, the build and the command line share: errors, manifests, releases, compositions, slots. */
export { CONTAINER_RUNTIME } from './containerRuntime';
export { AppError, type ErrorCode, isAppError } from './errors';
export {
  type Access,
  CONTRACT_VERSION,
  defaultBudget,
  type ErrorBudget,
  parseManifest,
  parseShellManifest,
  type Redirect,
  type Route,
  type RouteDeclaration,
  type RouteHead,
  type ShellManifest,
  type SliceManifest,
  type SlotUse,
} from './manifest';
export type { FlagRule } from './environmentValues';
export type { FilledSlot, Flags, OpenSlot, OpenSlotUse, SlotOffer } from './openSlots';
export {
  type Field,
  fieldMismatches,
  fieldProblems,
  type Fields,
  fieldValues,
  type ValuesOf,
} from './fields';
export {
  ambiguousPaths,
  covers,
  fillPath,
  isDynamic,
  matchesPath,
  MOST_SEGMENTS,
  overlaps,
  patternsOf,
  routeAt,
  type RouteParams,
} from './routePath';
export { type FirstRequest } from './firstRequests';
export { isPrerenderedStyle, prerenderTokens, providerTokens, userToken, idsToken } from './prerendered';
export { type Languages, languageTag, SOURCE_LANGUAGE, type Translations } from './languages';
export {
  parseEnglishRelease,
  parseRelease,
  type Release,
  type ShellRelease,
  type SliceRelease,
} from './release';
export {
  type Backend,
  type ComposedRelease,
  type ComposedSlice,
  type Composition,
  compositionSchema,
  defaultSite,
  healthSettingsSchema,
  parseComposition,
  parseEnglishComposition,
  type SignInProvider,
  type Site,
} from './composition';
export {
  HEALTH_PATH,
  type HealthGroup,
  healthGroups,
  type HealthPart,
  healthParts,
  type HealthPhase,
  healthPhases,
  MAX_BEACON_EVENTS,
  MAX_BEACON_SIZE,
} from './health';
export { type HealthBeacon, healthBeaconSchema, type HealthEvent } from './healthBeacon';
export { parseDocument } from './parse';
export { MAX_MESSAGES, MAX_PREVIEW_SIZE } from './preview';
export {
  type ThirdParties,
  thirdPartiesSchema,
  thirdPartyEntries,
  type ThirdPartyKind,
  thirdPartyKinds,
} from './thirdParties';
export { singletonOwner, type SharedCopies } from './sharedPackages';
export type { ComposedFrame, Isolation } from './isolation';
export {
  type FromFrame,
  parseComposedFrame,
  parseFrameHello,
  parseFromFrame,
  parsePageHello,
  parseToFrame,
  SANDBOX_PROTOCOL,
  type ToFrame,
} from './sandboxMessages';
export type { EventDeclaration, SliceEvent } from './sliceEvents';
export { type AgentTrial, isShownAtOnce, type SlotName, type SlotProps, slotVersions } from './slots';

/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `fieldMismatches`. */
  fieldMismatches as fieldMisfits,
} from './fields';
/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `FilledSlot`. */
  type FilledSlot as Filling,
} from './openSlots';
/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `singletonOwner`. */
  singletonOwner as ownerOfSingle,
} from './sharedPackages';
