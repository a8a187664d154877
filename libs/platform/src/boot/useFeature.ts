import { useHost } from './hostContext';

/** Whether this environment switches a feature of a slice on. Source: `features` of the environment's file. */
export const useFeature = (slice: string, name: string): boolean =>
  useHost().composition.features[slice]?.[name] ?? false;
