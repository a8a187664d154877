/** The part of a document's composition that describes the slices that it does not inline (decision 056). */
import * as v from 'valibot';
import { navSchema, routeSchema, sliceId } from './manifest';
import { integrity } from './releaseFields';

export const restSchema = v.object({
  /** Pages of them that the frame links to. Their slices are in the file. */
  routes: v.array(v.object({ ...routeSchema.entries, slice: sliceId })),
  /** The navigation entries of all slices, in composition order. */
  nav: v.array(navSchema),
  /**
   * The whole composition. Only the document of `/` and that with the earlier shell name it, so that the others stay the same
   * after a deploy: their pages read it from `slipway-revision.js`.
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
