import type { NavEntry } from '../composition/navigation';
import { useHost } from './hostContext';

/** The navigation entries of the composed slices, in composition order. */
export const useNavEntries = (): readonly NavEntry[] => useHost().nav;
