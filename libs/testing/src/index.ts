/** Test support for the slices: one fake backend and one way to render a page. Only test files may import it. */
export {
  type BackendRequest,
  type FakeBackend,
  type Replies,
  type Reply,
  startBackend,
} from './startBackend';
export { createTestClient } from './createTestClient';
export { requestsOfLoader, requestText } from './firstData';
export { type Intersections, startIntersections } from './startIntersections';
export { Reauthenticates } from './Reauthenticates';
export { type PageOptions, renderPage } from './renderPage';
export { sessionOf, signInAs, signOutAll, testUser } from './testSession';
