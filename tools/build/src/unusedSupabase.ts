/**
 * Stands in for supabase-js's realtime, storage and functions parts, which no slice uses: 28 KB less on every page.
 * The client constructs the first two and tells realtime of every new token, so those calls must pass.
 */
const refuse = (part: string) => (): never => {
  throw new Error(`Supabase ${part} is not in this build: remove its alias in tools/build to use it`);
};

export class RealtimeClient {
  channel = refuse('realtime');
  getChannels = () => [];
  removeChannel = refuse('realtime');
  removeAllChannels = () => Promise.resolve([]);
  setAuth = () => Promise.resolve();
}

export class StorageClient {
  from = refuse('storage');
}

export class FunctionsClient {
  invoke = refuse('functions');
}

export class StorageApiError extends Error {}
export class FunctionsError extends Error {}
export class FunctionsFetchError extends FunctionsError {}
export class FunctionsHttpError extends FunctionsError {}
export class FunctionsRelayError extends FunctionsError {}
export const FunctionRegion = {};
