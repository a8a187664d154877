/** How a slice becomes part of the app, and how the shell hosts it. Only this library uses federation and the router. */
export {
  type SignInMethods,
  useHasRoute,
  useNavEntries,
  useReleaseTools,
  useReturnPath,
  useRoutes,
  useSignInMethods,
  useSite,
  useTakesPayments,
} from './boot/hostHooks';
export { type ShellDefinition, startHost } from './boot/startHost';
export type { NavEntry } from './composition/navigation';
export { useConfig } from './config/useConfig';
export { emitSliceEvent, useSliceEvent } from './events/sliceEvents';
export { useInvalidate } from './events/useInvalidate';
export type { FlagContext, FlagProvider } from './flags/flagProvider';
export { useFlag } from './flags/useFlag';
export { defineMessages, type Translate } from './i18n/defineMessages';
export { formats } from './i18n/formats';
export { defineSlice } from './loading/defineSlice';
export type {
  LazyModule,
  LoaderContext,
  PageWithLoader,
  RouteLoader,
  SlotLoader,
  SlotWithLoader,
  SliceModule,
} from './loading/sliceParts';
export { lazyPart } from './loading/lazyPart';
export { PartLoading } from './loading/PartLoading';
export { startWait } from './loading/startWait';
export { Outlet, ScrollRestoration, useLocation, useNavigate, useSearchParams } from './routing/router';
export { useParams } from './routing/useParams';
export { type DialogParam, useDialogParam } from './routing/useDialogParam';
export { type DiscardQuestion, useDiscardQuestion } from './routing/useDiscardQuestion';
export { useUnsaved } from './routing/useUnsaved';
export { type DevtoolsGuard, useDevtoolsGuard } from './security/devtools-guard/useDevtoolsGuard';
export { useSessionEvents } from './security/useSessionEvents';
export { useSignOut } from './security/useSignOut';
export { openSlot } from './slots/openSlot';
export { Slot } from './slots/Slot';
export { announce } from './ui/announce';
export { Announcer } from './ui/Announcer';
export { QueryPanel } from './ui/QueryPanel';
export { useDebouncedValue } from './ui/useDebouncedValue';
export { useIsOnline } from './ui/useIsOnline';

/** @public For slices that were built with the earlier name, until the next major version (docs/upgrade.md). */
export {
  /** @deprecated Use `DialogParam`. */
  type DialogParam as Place,
  /** @deprecated Use `useDialogParam`. */
  useDialogParam as usePlace,
} from './routing/useDialogParam';
