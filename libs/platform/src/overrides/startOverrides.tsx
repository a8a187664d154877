/** Applies the overrides of this tab. Loaded on demand: few visits have any. */
import type { ReactNode } from 'react';
import type { Composition } from '@slipway/contracts';
import { applyOverrides } from './applyOverrides';
import { OverrideBanner } from './OverrideBanner';
import { wantedOverrides } from './wantedOverrides';

/** Returns the composition with the overrides, and the banner that lists them. */
export async function startOverrides(
  composed: Composition,
  running: Composition,
): Promise<{ composition: Composition; overrideBanner: ReactNode }> {
  const wanted = wantedOverrides(window.location.search);
  if (wanted.size === 0) return { composition: running, overrideBanner: null };
  const { composition, overrides } = await applyOverrides(composed, running, wanted);
  return { composition, overrideBanner: <OverrideBanner overrides={overrides} /> };
}
