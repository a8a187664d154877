/** API keys and endpoint slugs of deployments: the browser creates them, the gateway checks them. */
export { hasApiKeyChecksum, looksLikeApiKey, newApiKey } from './apiKey';
export { endpointSlug } from './endpointSlug';
