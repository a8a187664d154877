/** Invalidates caches that slices share: those that the manifest owns (`caches`) and those of others (`invalidates`). */
import { useQueryClient } from '@tanstack/react-query';

interface Sharing {
  caches?: readonly string[];
  invalidates?: readonly string[];
}

type CacheOf<Manifest extends Sharing> =
  | (Manifest extends { caches: readonly (infer Own)[] } ? Own : never)
  | (Manifest extends { invalidates: readonly (infer Other)[] } ? Other : never);

/** The returned function makes all queries stale whose key begins with the name, whichever slice reads them. */
export function useInvalidate<const Manifest extends Sharing>(
  _manifest: Manifest,
  cache: CacheOf<Manifest>,
): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [cache] });
}
