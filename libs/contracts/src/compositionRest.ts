/** The part of a document's composition that stands for the slices that it does not inline (decision 056). */
import * as v from 'valibot';
import { navSchema, routeSchema, sliceId } from './manifest';
import { integrity } from './releaseFields';

export const restSchema = v.object({
  /** Routes of these slices that the frame links to. The slices themselves are in `file`. */
  routes: v.array(v.object({ ...routeSchema.entries, slice: sliceId })),
  /** The navigation entries of all slices, in composition order. */
  nav: v.array(navSchema),
  /**
   * The file with the whole composition. Only the document of `/` and the one with the earlier shell name it. All other
   * pages get its name from `slipway-revision.js`, so that a deploy does not change their documents.
   */
  file: v.optional(
    v.object({
      path: v.pipe(
        v.string(),
        v.regex(/^\/slices\/_rest\/\d+\/[0-9a-f]{16}\.json$/, 'must be its path on this origin'),
      ),
      integrity,
    }),
  ),
});
