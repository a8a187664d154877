/** A named place in a page that another slice fills. Renders nothing when no slice of the composition fills it. */
import { type ReactNode, useEffect } from 'react';
import type { SlotName, SlotProps } from '@slipway/contracts';
import { sliceOfSlot } from '../composition/composition';
import { failedFirstPart, forgetFirstPart } from '../boot/firstPage';
import { useReactiveHost } from '../boot/hostContext';
import { SlicePart } from '../loading/SlicePart';

interface SlotElementProps<Name extends SlotName> {
  name: Name;
  /** Passed to the component that fills the slot. */
  props: SlotProps[Name];
  /** Names the region in its failure message. */
  label: string;
  /** Shown while the component loads. Give it the same size, so that the page does not shift. */
  waiting?: ReactNode;
}

export function Slot<Name extends SlotName>({ name, props, label, waiting }: SlotElementProps<Name>) {
  const host = useReactiveHost();
  const { composition, rest } = host;
  const slice = sliceOfSlot(composition, name);
  const isUnknown = slice === undefined && !rest.isComplete();
  useEffect(() => {
    if (isUnknown) rest.load().catch(() => undefined); // the page works without the slot
  }, [isUnknown, rest]);
  if (!slice) return isUnknown && !rest.hasFailed() ? waiting : null;
  return (
    <SlicePart
      slice={slice}
      label={label}
      failed={failedFirstPart(name)}
      load={() => {
        forgetFirstPart(name);
        return host.slot(slice, name);
      }}
      props={props}
      waiting={waiting}
    />
  );
}
