/** Requests to addresses that users or operators typed: they reach public addresses only. */
export { isAddressRange, privateAddresses } from './addresses';
export { type Egress, isPublicUrl, publicRequest } from './publicRequest';
export { publicFetch, type PublicFetchOptions } from './publicFetch';
