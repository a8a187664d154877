/** How a slice becomes part of the app, and how the shell hosts it. The only owner of federation and of the router. */
export { announce } from './ui/announce';
export { Announcer } from './ui/Announcer';
export { defineMessages, type Translate } from './i18n/defineMessages';
export { type Deterrent, useDeterrent } from './security/devtools-guard/useDevtoolsGuard';
export { defineSlice, type LazyModule, type SliceModule } from './loading/defineSlice';
export { onSliceFailure, type SliceFailure } from './loading/failures';
export { QueryPanel } from './ui/QueryPanel';
export { Outlet, ScrollRestoration, useLocation, useNavigate, useSearchParams } from './routing/router';
export { Slot } from './slots/Slot';
export { type ShellDefinition, startHost } from './boot/startHost';
export { useFeature } from './boot/useFeature';
export { useHasRoute } from './boot/useHasRoute';
export { useRoutes } from './boot/useRoutes';
export { useDebouncedValue } from './ui/useDebouncedValue';
export { useSessionEvents } from './security/useSessionEvents';
export { type SignInMethods, useSignInMethods } from './boot/useSignInMethods';
export { useSite } from './boot/useSite';
export { useUnsaved } from './routing/useUnsaved';
