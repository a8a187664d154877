/**
 * Replaces the realtime, storage and functions parts of supabase-js, which no slice uses: 28 KB less on every page.
 * The client constructs the first two and sends every new token to realtime, so those calls must succeed.
 */
const unavailable = (part: string) => (): never => {
  throw new Error(`Supabase ${part} is not in this build: remove its alias in tools/build to use it`);
};

export class RealtimeClient {
  channel = unavailable('realtime');
  getChannels = () => [];
  removeChannel = unavailable('realtime');
  removeAllChannels = () => Promise.resolve([]);
  setAuth = () => Promise.resolve();
}

export class StorageClient {
  from = unavailable('storage');
}

export class FunctionsClient {
  invoke = unavailable('functions');
}

export class StorageApiError extends Error {}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export const FunctionRegion = {};
