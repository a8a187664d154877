/** The configuration of a slice in this environment. */
import { type Fields, fieldValues, type ValuesOf } from '@slipway/contracts';
import { useHost } from '../boot/hostContext';

/**
 * Returns the values that the environment sets for the slice, and the manifest's defaults for the others, with the types of
 * the manifest. New settings reach a page with its next document.
 */
export const useConfig = <const Config extends Fields>(manifest: {
  id: string;
  config: Config;
}): ValuesOf<Config> => fieldValues(manifest.config, useHost().composition.config?.[manifest.id]);
