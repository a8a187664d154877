/** The agents' HTTP endpoint: mounted by `apps/gateway` and by the local server. */
export { createGateway, type Gateway, type GatewayOptions, type Peer } from './gateway';
export { localGateway } from './localGateway';
export type { Model } from './models/model';
export { modelFromEnvironment } from './models/modelFromEnvironment';
export { openAiModel } from './models/openAiModel';
export { sampleModel } from './models/sampleModel';
export { type GatewayStore, restStore } from './store';
