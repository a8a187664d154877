/** A named place in a page that another slice fills. Empty when the composition has nobody for it. */
import type { ReactNode } from 'react';
import type { SlotName, SlotProps } from '@slipway/contracts';
import { sliceOfSlot } from '../composition/composition';
import { useHost } from '../boot/hostContext';
import { SlicePart } from '../loading/SlicePart';

interface SlotPlace<Name extends SlotName> {
  name: Name;
  /** What the slot hands to its filler. */
  props: SlotProps[Name];
  /** What a person finds here; it names the region when it fails. */
  label: string;
  /** Shown while the filler loads. Give it the size of what comes. */
  waiting?: ReactNode;
}

export function Slot<Name extends SlotName>({ name, props, label, waiting }: SlotPlace<Name>) {
  const { composition, loader } = useHost();
  const slice = sliceOfSlot(composition, name);
  if (!slice) return null;
  return (
    <SlicePart
      slice={slice}
      label={label}
      load={() => loader.part(slice, name)}
      props={props}
      waiting={waiting}
    />
  );
}
