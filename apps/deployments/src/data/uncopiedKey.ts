/**
 * An API key that the browser did not let the app copy. It is shown until the user says that they have it: closing the panel or
 * leaving the page keeps it, in the memory of this page, until then or until the user signs out.
 */
import { queryOptions } from '@tanstack/react-query';

export interface NamedKey {
  /** The name of its deployment. */
  name: string;
  apiKey: string;
}

/** Never fetched: `setQueryData` stores it. */
export const uncopiedKey = queryOptions({
  queryKey: ['uncopied-key'] as const,
  queryFn: (): NamedKey | null => null,
  enabled: false,
  initialData: null,
  gcTime: Infinity,
});
