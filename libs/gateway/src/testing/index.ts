/** For tests that call the gateway: deployments, a model server, and a server with everything. */
export { callable, type Callable, post, usageOf } from './gatewayCalls';
export { type ModelServer, startModelServer } from './modelServer';
export { serveGateway } from './serveGateway';
