/** For tests on a real backend: databases, servers, users and deployments. */
export { addAgent, deploy, endpointOf, newKey } from './deployments';
export { files } from './files';
export { newFolder } from './folder.mjs';
export {
  type At,
  bothEngines,
  clientOf,
  type Engine,
  engines,
  newDatabase,
  newHome,
  newPlace,
  PASSWORD,
  type TestUser,
  serve,
  type Served,
} from './serve';
export { type Mount, startTestServer } from './testServer';
export { startWire, type Wire } from './wire';
