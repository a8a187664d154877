/** The list of the release tools: each slice with the releases that this page may run. */
import type { ComposedRelease, Composition } from '@slipway/contracts';
import { t } from './messages';

export interface SliceChoice {
  slice: string;
  /** Undefined for a slice that only the overrides list. */
  running: ComposedRelease | undefined;
  options: readonly { value: string; label: string }[];
}

/** The option for a build on the developer's machine. */
export const MACHINE = 'machine';

const short = (version: string) => version.slice(0, 8);

function optionsOf(composed: Composition, slice: string): SliceChoice['options'] {
  const stable = composed.slices[slice];
  const labels = new Map<string, string>();
  const add = (version: string | undefined, label: (version: string) => string) => {
    if (version !== undefined && !labels.has(version)) labels.set(version, label(short(version)));
  };
  add(stable?.version, (version) => t('released', { version }));
  const percent = stable?.canary?.percent ?? 0;
  add(stable?.canary?.release.version, (version) => t('canary', { version, percent }));
  add(stable?.fallback?.version, (version) => t('earlier', { version }));
  for (const listed of composed.overrides?.[slice] ?? []) {
    add(listed.version, (version) => t('listed', { version }));
  }
  return [
    { value: '', label: t('asEveryone') },
    ...[...labels].map(([value, label]) => ({ value, label })),
    ...(composed.allowOverrides ? [{ value: MACHINE, label: t('machine') }] : []),
  ];
}

/** In the order of the composition, then slices that only the overrides list. */
export const choicesOf = (composed: Composition, running: Composition): SliceChoice[] =>
  [...new Set([...Object.keys(running.slices), ...Object.keys(composed.overrides ?? {})])].map((slice) => ({
    slice,
    running: running.slices[slice],
    options: optionsOf(composed, slice),
  }));
