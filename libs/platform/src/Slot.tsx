/** A named place in a page that another slice fills. Empty when the composition has nobody for it. */
import type { ReactNode } from 'react';
import type { SlotName } from '@slipway/contracts';
import { sliceOfSlot } from './composition';
import { useHost } from './hostContext';
import { SlicePart } from './SlicePart';

interface SlotProps {
  name: SlotName;
  /** What a person finds here; it names the region when it fails. */
  label: string;
  /** Shown while the filler loads. Give it the size of what comes. */
  waiting?: ReactNode;
}

export function Slot({ name, label, waiting }: SlotProps) {
  const { composition, loader } = useHost();
  const slice = sliceOfSlot(composition, name);
  if (!slice) return null;
  return <SlicePart slice={slice} label={label} load={() => loader.part(slice, name)} waiting={waiting} />;
}
