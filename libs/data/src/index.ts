/** Access to the backend: one client, typed rows, one error class, one cache. */
export {
  type AuthChangeEvent,
  type AuthError,
  type AuthSession,
  type Client,
  connect,
  forgetStoredSession,
  isStoredSession,
  onRequest,
  onTokenRejected,
  supabase,
} from './client';
export type { Database } from './database.types';
export { hasEarlyResponses } from './earlyResponses';
export { forgetUserData } from './formInputs';
export { exportFileName, exportMyData, type ExportOptions } from './exportMyData';
export { pictureUrl, removePicture, savePicture } from './pictures';
export { createQueryClient } from './queryClient';
export type { Row } from './row';
export { saveStored, type Stored } from './stored';
export { unwrap } from './unwrap';
export { type FormInput, useDraft } from './useDraft';
export { useExclusiveMutation } from './useExclusiveMutation';
export { useSentInput, useUnsentInput } from './useSentInput';
