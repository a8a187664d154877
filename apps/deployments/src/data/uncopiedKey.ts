/**
 * An API key that the browser did not allow to copy. It is shown until the user confirms that they have it, or signs
 * out: it stays in the memory of this page after the panel is closed or another page is opened.
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
