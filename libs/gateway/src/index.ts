/** The HTTP API that programs call agents with: mounted by `apps/gateway` and by the local server. */
export { createGateway, type Gateway, type GatewayOptions } from './gateway';
export { localGateway } from './localGateway';
export type { Model } from './models/model';
export { modelFromEnvironment } from './models/modelFromEnvironment';
export { previewBudgetsFromEnvironment } from './previewBudgets';
export { openAiModel } from './models/openAiModel';
export { toolRunnerFromEnvironment } from './tools/toolRunner';
export { sampleModel } from './models/sampleModel';
export { openPostgres } from './database/postgres';
export type { SqlDatabase } from './database/sqlRpc';
export { directStore, type GatewayStore, restStore } from './store';
