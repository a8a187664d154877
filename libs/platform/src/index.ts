/** How a slice becomes part of the app, and how the shell hosts it. The only owner of federation and of the router. */
export { announce } from './announce';
export { Announcer } from './Announcer';
export { defineMessages, type Translate } from './defineMessages';
export { type Deterrent, useDeterrent } from './deterrent/useDeterrent';
export { defineSlice, type LazyModule, type SliceModule } from './defineSlice';
export { onSliceFailure, type SliceFailure } from './failures';
export { QueryPanel } from './QueryPanel';
export { Outlet, ScrollRestoration, useLocation, useNavigate, useSearchParams } from './router';
export { Slot } from './Slot';
export { type ShellDefinition, startHost } from './startHost';
export { useFeature } from './useFeature';
export { useHasRoute } from './useHasRoute';
export { useRoutes } from './useRoutes';
export { useSessionEvents } from './useSessionEvents';
export { type SignInMethods, useSignInMethods } from './useSignInMethods';
export { useSite } from './useSite';
export { useUnsaved } from './useUnsaved';
