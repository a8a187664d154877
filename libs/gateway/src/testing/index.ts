/** For tests of what calls the gateway: deployments to call, and a model to call them with. */
export { callable, type Callable, post, usageOf } from './gatewayCalls';
export { type ModelServer, startModelServer } from './modelServer';
export { serveGateway } from './serveGateway';
